import { Link } from '@tanstack/react-router'
import { OfficePage } from '#app/features/office/face.ts'
import { useTexts } from '#app/lib/language.ts'
import { useLiveRead } from '#app/lib/live-read.ts'
import { ButtonLink } from '#app/ui/Button.tsx'
import { Pill } from '#app/ui/Pill.tsx'
import { Problem } from '#app/ui/Problem.tsx'
import { Skeleton } from '#app/ui/Skeleton.tsx'
import type { StudentPage } from '#contract/student-page'
import { students } from '#contract/students'
import { commonTexts } from '#i18n/common'
import { officeTexts } from '#i18n/office'
import { studentsTexts } from '#i18n/students'
import { Act } from './Act.tsx'
import { Applications } from './Applications.tsx'
import { ArrivalCard } from './ArrivalCard.tsx'
import { Forms } from './Forms.tsx'
import { HomeCard } from './HomeCard.tsx'
import { Money } from './Money.tsx'
import { PersonCard } from './PersonCard.tsx'
import { Phones } from './Phones.tsx'
import { Receipts } from './Receipts.tsx'
import { Steps } from './Steps.tsx'
import type { DeskForms } from './StudentsScreen.tsx'
import styles from './students.module.css'

/** What a part of the page knows: the student, what may be done, and how to read it all anew. */
export interface PartOf {
  readonly page: StudentPage
  readonly again: () => void
}

/** One student: every part that is this role's, and what can be done there. */
export function StudentScreen({ student, forms }: { student: string; forms: DeskForms }) {
  const texts = useTexts(studentsTexts)
  const common = useTexts(commonTexts)
  const office = useTexts(officeTexts)
  const { data, problem, why, retry } = useLiveRead({
    name: 'office-student',
    entry: students.open,
    input: { student },
  })
  const back = (
    <Link to="/manage/$" params={{ _splat: 'students' }}>
      {texts.back}
    </Link>
  )
  if (data === undefined)
    return (
      <OfficePage title={texts.title} actions={back}>
        {problem === undefined ? (
          <Skeleton rows={8} label={common.loading} />
        ) : (
          <Problem
            title={problem}
            text={why === 'failed' ? undefined : problem}
            why={why}
            retryLabel={office.retry}
            onRetry={retry}
          />
        )}
      </OfficePage>
    )
  const { page } = data
  const part = { page, again: retry }
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
          <ButtonLink tone="second" to="/manage/$" params={{ _splat: `students/${student}/file` }}>
            {texts.file}
          </ButtonLink>
        )}
      </div>
      <div className={styles['parts']}>
        <PersonCard {...part} />
        {page.arrival && <ArrivalCard {...part} arrival={page.arrival} />}
        {page.home && <HomeCard {...part} home={page.home} />}
        {page.phones && <Phones {...part} phones={page.phones} />}
        {page.steps && <Steps {...part} steps={page.steps} />}
        {page.money && <Money money={page.money} />}
        {page.applications && <Applications applications={page.applications} />}
        {page.receipts && <Receipts receipts={page.receipts} />}
      </div>
      {page.forms && <Forms {...part} forms={page.forms} desks={forms} />}
    </OfficePage>
  )
}

function Withdrawal({ page: { who, may }, again }: PartOf) {
  const texts = useTexts(studentsTexts)
  const input = (reason: string) => ({ student: who.student, reason })
  if (who.withdrawnAt === '')
    return (
      may.includes('withdraw') && (
        <Act
          danger
          name={texts.withdraw}
          note={texts.withdrawNote}
          entry={students.withdraw}
          input={input}
          onDone={again}
        />
      )
    )
  return (
    may.includes('readmit') && (
      <Act name={texts.readmit} entry={students.readmit} input={input} onDone={again} />
    )
  )
}
