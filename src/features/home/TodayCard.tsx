import { keptSoon } from '#app/lib/kept.ts'
import type { Session } from '#app/lib/session.ts'
import { Found } from './Found.tsx'
import { timetableQuery } from './lesson-query.ts'
import { LessonCard } from './LessonCard.tsx'
import { Owed, readyOwed } from './Owed.tsx'
import { StaffCard } from './StaffCard.tsx'
import { readySteps, StepCard } from './StepCard.tsx'

/** Have at hand what this phone knows of the card: what comes after the first drawing moves it. */
export async function readyToday({ person, isNew }: Session): Promise<void> {
  if (person.role === 'staff') return
  await Promise.all(isNew ? [readySteps()] : [keptSoon(timetableQuery(person.number)), readyOwed()])
}

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
