import { moment } from '#app/features/office/face.ts'
import { useTexts } from '#app/lib/language.ts'
import { Card } from '#app/ui/Card.tsx'
import { Row } from '#app/ui/Row.tsx'
import type { StudentPage } from '#contract/student-page'
import { students } from '#contract/students'
import { studentsTexts } from '#i18n/students'
import { Act } from './Act.tsx'
import type { PartOf } from './StudentScreen.tsx'
import styles from './students.module.css'

/** Was the admission checked, and has the student arrived. */
export function ArrivalCard({
  page: { who, may },
  again,
  arrival: { admittedAt, arrived },
}: PartOf & { arrival: NonNullable<StudentPage['arrival']> }) {
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
      <Row label={texts.admission} value={moment(admittedAt) || texts.notYet} />
      <Row
        label={texts.arrived}
        value={arrived === null ? texts.notYet : moment(arrived.at)}
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
      <div className={styles['actions']}>
        {may.includes('admit') && (
          <Act
            danger={isAdmitted}
            name={isAdmitted ? texts.unadmit : texts.admit}
            entry={students.admit}
            input={(reason) => ({ student: who.student, reason, done: !isAdmitted })}
            onDone={again}
          />
        )}
        {may.includes('arrive') && arrived === null && (
          <Act
            name={texts.arrive}
            entry={students.arrive}
            input={(reason) => ({ student: who.student, reason })}
            onDone={again}
          />
        )}
        {may.includes('unarrive') && arrived !== null && (
          <Act
            danger
            name={texts.unarrive}
            entry={students.unarrive}
            input={(reason) => ({ student: who.student, reason })}
            onDone={again}
          />
        )}
      </div>
    </Card>
  )
}
