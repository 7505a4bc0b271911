import type { Session } from '#app/lib/session.ts'
import { Found } from './Found.tsx'
import { LessonCard } from './LessonCard.tsx'
import { Owed } from './Owed.tsx'
import { StaffCard } from './StaffCard.tsx'
import { StepCard } from './StepCard.tsx'

/**
 * What matters now: the next step or the room, the next lesson and what is owed, a duty, or the
 * news.
 */
export function TodayCard({ session }: { session: Session }) {
  const { person, isNew, reportOpen, stunum } = session
  if (person.role === 'staff') return <StaffCard person={person} />
  if (isNew)
    return (
      <>
        <Found stunum={stunum} />
        <StepCard stunum={stunum} reportOpen={reportOpen} />
      </>
    )
  return (
    <>
      <Found stunum={stunum} />
      <LessonCard number={person.number} stunum={stunum} />
      <Owed />
    </>
  )
}
