import { StudentFormsCard } from '#app/features/campus-form-office/public.ts'
import { OfficePage, OfficeLink, OfficeButtonLink } from '#app/features/office/public.ts'
import { StudentFieldsCard } from '#app/features/student-fields/public.ts'
import { ReceivedMessages } from '#app/features/student-messages/public.ts'
import { useOnlineQuery } from '#app/lib/cache/online-query.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { ErrorState } from '#app/ui/ErrorState.tsx'
import { Pill } from '#app/ui/Pill.tsx'
import { Skeleton } from '#app/ui/Skeleton.tsx'
import type { StudentPage } from '#contract/student-page'
import { students } from '#contract/students'
import { studentsTexts } from '#i18n/students'
import { ArrivalCard } from './ArrivalCard.tsx'
import { LodgingCard } from './LodgingCard.tsx'
import { StudentActionPanel } from './StudentActionPanel.tsx'
import { StudentApplications } from './StudentApplications.tsx'
import { StudentDevices } from './StudentDevices.tsx'
import { StudentFinances } from './StudentFinances.tsx'
import { StudentPersonCard } from './StudentPersonCard.tsx'
import { StudentReceipts } from './StudentReceipts.tsx'
import type { OnBehalfForms } from './StudentsScreen.tsx'
import { StudentSteps } from './StudentSteps.tsx'
import { SubmittedForms } from './SubmittedForms.tsx'
import styles from './students.module.css'

/**
 * The props of a part of the page: the student, the permissions, and a function that reads the page
 * again.
 */
export interface StudentPagePartProps {
  readonly page: StudentPage
  readonly refetch: () => void
}

/** One student: the parts that the user's role is allowed to see, with the available actions. */
export function StudentScreen({ student, forms }: { student: string; forms: OnBehalfForms }) {
  const texts = useTexts(studentsTexts)
  const { data, problem, why, retry } = useOnlineQuery({
    name: 'office-student',
    entry: students.open,
    input: { student },
  })
  const back = <OfficeLink to="students">{texts.back}</OfficeLink>
  if (data === undefined)
    return (
      <OfficePage title={texts.title} actions={back}>
        {problem === undefined ? (
          <Skeleton rows={8} />
        ) : (
          <ErrorState
            title={problem}
            text={why === 'failed' ? undefined : problem}
            why={why}
            onRetry={retry}
          />
        )}
      </OfficePage>
    )
  const { page } = data
  const part = { page, refetch: retry }
  return (
    <OfficePage title={`${page.who.name} ${page.who.number || page.who.examNumber}`} actions={back}>
      {page.who.withdrawnAt !== '' && (
        <p>
          <Pill tone="need">{texts.withdrawn}</Pill>
        </p>
      )}
      <div className={styles['tools']}>
        <Withdrawal {...part} />
        {page.may.includes('deliver') && (
          <OfficeButtonLink tone="second" to={`students/${student}/file`}>
            {texts.file}
          </OfficeButtonLink>
        )}
      </div>
      <div className={styles['parts']}>
        <StudentPersonCard {...part} />
        <StudentFieldsCard student={student} />
        {page.arrival && <ArrivalCard {...part} arrival={page.arrival} />}
        {page.home && <LodgingCard {...part} home={page.home} />}
        {page.phones && <StudentDevices {...part} phones={page.phones} />}
        {page.steps && <StudentSteps {...part} steps={page.steps} />}
        {page.money && <StudentFinances money={page.money} />}
        <StudentFormsCard student={student} />
        {page.applications && <StudentApplications applications={page.applications} />}
        {page.receipts && <StudentReceipts student={student} receipts={page.receipts} />}
      </div>
      {page.steps && <ReceivedMessages student={page.who.student} />}
      {page.forms && <SubmittedForms {...part} forms={page.forms} desks={forms} />}
    </OfficePage>
  )
}

function Withdrawal({ page: { who, may }, refetch }: StudentPagePartProps) {
  const texts = useTexts(studentsTexts)
  const input = (reason: string) => ({ student: who.student, reason })
  if (who.withdrawnAt === '')
    return (
      may.includes('withdraw') && (
        <StudentActionPanel
          danger
          name={texts.withdraw}
          note={texts.withdrawNote}
          entry={students.withdraw}
          input={input}
          onDone={refetch}
        />
      )
    )
  return (
    may.includes('readmit') && (
      <StudentActionPanel
        name={texts.readmit}
        entry={students.readmit}
        input={input}
        onDone={refetch}
      />
    )
  )
}
