import { useState } from 'react'
import { useTexts } from '#app/lib/language/language.ts'
import { Card } from '#app/ui/Card.tsx'
import { Row } from '#app/ui/Row.tsx'
import type { StudentPage } from '#contract/student-page'
import { formatBed, students } from '#contract/students'
import { studentsTexts } from '#i18n/students'
import { EMPTY_BED_CHOICE, BedFields } from './BedFields.tsx'
import { StudentActionPanel } from './StudentActionPanel.tsx'
import type { StudentPagePartProps } from './StudentScreen.tsx'
import styles from './students.module.css'

/** The student's bed. The office assigns, changes or releases it. */
export function LodgingCard({
  page: { who, may },
  refetch,
  home: { room, chosen },
}: StudentPagePartProps & { home: NonNullable<StudentPage['home']> }) {
  const texts = useTexts(studentsTexts)
  const [place, setPlace] = useState(EMPTY_BED_CHOICE)
  const from = formatBed(room)
  return (
    <Card flush title={texts.home}>
      <Row
        label={texts.room}
        value={room === null ? texts.noRoom : `${room.building} ${room.room} ${room.bed}`}
        description={room?.type}
      />
      {chosen !== '' && <Row label={texts.chosenType} value={chosen} />}
      <div className={styles['actions']}>
        {may.includes('assignRoom') && (
          <StudentActionPanel
            name={texts.assignRoom}
            entry={students.assignRoom}
            input={(reason) => ({
              student: who.student,
              reason,
              from,
              building: place.building,
              room: place.room,
              bed: place.bed,
            })}
            lacks={place.bed === '' ? texts.chooseAll : undefined}
            onDone={() => {
              setPlace(EMPTY_BED_CHOICE)
              refetch()
            }}
          >
            <BedFields
              student={who.student}
              chosenType={chosen}
              place={place}
              onChange={setPlace}
            />
          </StudentActionPanel>
        )}
        {may.includes('clearRoom') && room !== null && (
          <StudentActionPanel
            danger
            name={texts.clearRoom}
            entry={students.clearRoom}
            input={(reason) => ({ student: who.student, reason, from })}
            onDone={refetch}
          />
        )}
      </div>
    </Card>
  )
}
