import { moment } from '#app/features/office/face.ts'
import { useWords } from '#app/lib/language.ts'
import { Card } from '#app/ui/Card.tsx'
import { Row } from '#app/ui/Row.tsx'
import type { StudentPage } from '#contract/student-page'
import { students } from '#contract/students'
import { studentsWords } from '#words/students'
import { Act } from './Act.tsx'
import type { PartOf } from './StudentScreen.tsx'
import styles from './students.module.css'

/** Was the admission checked, and has the student arrived. */
export function ArrivalCard({
  page: { who, may },
  again,
  arrival: { admittedAt, arrived },
}: PartOf & { arrival: NonNullable<StudentPage['arrival']> }) {
  const words = useWords(studentsWords)
  const isAdmitted = admittedAt !== ''
  const how =
    arrived === null
      ? ''
      : arrived.source === 'desk'
        ? words.atDesk
        : arrived.verified
          ? words.verified
          : words.unverified
  return (
    <Card flush title={words.arrival}>
      <Row label={words.admission} value={moment(admittedAt) || words.notYet} />
      <Row
        label={words.arrived}
        value={arrived === null ? words.notYet : moment(arrived.at)}
        description={
          arrived === null
            ? undefined
            : [
                `${arrived.building} ${arrived.room}`.trim(),
                arrived.by,
                arrived.deliveredBy === undefined ? '' : words.deliveredBy(arrived.deliveredBy),
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
            name={isAdmitted ? words.unadmit : words.admit}
            entry={students.admit}
            input={(reason) => ({ student: who.student, reason, done: !isAdmitted })}
            onDone={again}
          />
        )}
        {may.includes('arrive') && arrived === null && (
          <Act
            name={words.arrive}
            entry={students.arrive}
            input={(reason) => ({ student: who.student, reason })}
            onDone={again}
          />
        )}
        {may.includes('unarrive') && arrived !== null && (
          <Act
            danger
            name={words.unarrive}
            entry={students.unarrive}
            input={(reason) => ({ student: who.student, reason })}
            onDone={again}
          />
        )}
      </div>
    </Card>
  )
}
