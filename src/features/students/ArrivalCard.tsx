import { formatChinaTime } from '#app/features/office/public.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { Card } from '#app/ui/Card.tsx'
import { Row } from '#app/ui/Row.tsx'
import type { StudentPage } from '#contract/student-page'
import { students } from '#contract/students'
import { studentsTexts } from '#i18n/students'
import { StudentActionPanel } from './StudentActionPanel.tsx'
import type { StudentPagePartProps } from './StudentScreen.tsx'
import styles from './students.module.css'

/** Whether the admission was verified and the student has arrived. */
export function ArrivalCard({
  page: { who, may },
  refetch,
  arrival: { admittedAt, waived, arrived },
}: StudentPagePartProps & { arrival: NonNullable<StudentPage['arrival']> }) {
  const texts = useTexts(studentsTexts)
  const isAdmitted = admittedAt !== ''
  const how =
    arrived === null
      ? ''
      : arrived.source === 'desk'
        ? texts.atDesk
        : arrived.verified
          ? texts.verified
          : texts.unverified
  return (
    <Card flush title={texts.arrival}>
      <Row
        label={texts.admission}
        value={
          formatChinaTime(admittedAt) || (waived === true ? texts.admissionWaived : texts.notYet)
        }
      />
      <Row
        label={texts.arrived}
        value={arrived === null ? texts.notYet : formatChinaTime(arrived.at)}
        description={
          arrived === null
            ? undefined
            : [
                `${arrived.building} ${arrived.room}`.trim(),
                arrived.by,
                arrived.deliveredBy === undefined ? '' : texts.deliveredBy(arrived.deliveredBy),
                how,
              ]
                .filter((said) => said !== '')
                .join(' · ')
        }
      />
      {arrived?.keyAt !== undefined && (
        <Row
          label={texts.keyAt}
          value={formatChinaTime(arrived.keyAt)}
          description={arrived.keyBy}
        />
      )}
      <div className={styles['actions']}>
        {may.includes('admit') && (
          <StudentActionPanel
            danger={isAdmitted}
            name={isAdmitted ? texts.unadmit : texts.admit}
            entry={students.admit}
            input={(reason) => ({ student: who.student, reason, done: !isAdmitted })}
            onDone={refetch}
          />
        )}
        {may.includes('arrive') && arrived === null && (
          <StudentActionPanel
            name={texts.arrive}
            entry={students.arrive}
            input={(reason) => ({ student: who.student, reason })}
            onDone={refetch}
          />
        )}
        {may.includes('unarrive') && arrived !== null && (
          <StudentActionPanel
            danger
            name={texts.unarrive}
            entry={students.unarrive}
            input={(reason) => ({ student: who.student, reason })}
            onDone={refetch}
          />
        )}
      </div>
    </Card>
  )
}
