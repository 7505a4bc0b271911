import { useState } from 'react'
import { useTexts } from '#app/lib/language.ts'
import { Card } from '#app/ui/Card.tsx'
import { Row } from '#app/ui/Row.tsx'
import type { StudentPage } from '#contract/student-page'
import { placeLine, students } from '#contract/students'
import { studentsTexts } from '#i18n/students'
import { Act } from './Act.tsx'
import { NO_PLACE, PlaceFields } from './PlaceFields.tsx'
import type { PartOf } from './StudentScreen.tsx'
import styles from './students.module.css'

/** Where a student lives; the office gives a bed, changes it, or takes it back. */
export function HomeCard({
  page: { who, may },
  again,
  home: { room, chosen },
}: PartOf & { home: NonNullable<StudentPage['home']> }) {
  const texts = useTexts(studentsTexts)
  const [place, setPlace] = useState(NO_PLACE)
  const from = placeLine(room)
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
          <Act
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
              setPlace(NO_PLACE)
              again()
            }}
          >
            <PlaceFields
              student={who.student}
              chosenType={chosen}
              place={place}
              onChange={setPlace}
            />
          </Act>
        )}
        {may.includes('clearRoom') && room !== null && (
          <Act
            danger
            name={texts.clearRoom}
            entry={students.clearRoom}
            input={(reason) => ({ student: who.student, reason, from })}
            onDone={again}
          />
        )}
      </div>
    </Card>
  )
}
