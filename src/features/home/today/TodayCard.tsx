import { useState } from 'react'
import { hasUnresolvedPayment } from '#app/features/fees/public.ts'
import type { Session } from '#app/lib/session/session.ts'
import { lazyComponent } from '#app/ui/lazy-component.tsx'
import { OwedAmountSection, prepareOwedAmountCard } from './OwedAmountSection.tsx'
import { StaffCard } from './StaffCard.tsx'
import { prepareStepCard, StepCard } from './StepCard.tsx'

const loadLessonCard = () => import('./LessonCard.tsx')
const LessonCard = lazyComponent(async () => (await loadLessonCard()).LessonCard)

/**
 * Loads the cached data of the card before the first render, because data that appears later would
 * shift the layout.
 */
export async function prepareTodayCard({ person, isNew }: Session): Promise<void> {
  if (person.role === 'staff') return
  await Promise.all(
    isNew
      ? [prepareStepCard()]
      : [
          LessonCard.load(),
          loadLessonCard().then(({ prefetchTimetable }) => prefetchTimetable()),
          prepareOwedAmountCard(),
        ],
  )
}

/**
 * The today card. For a new student it shows the next step or the room, for a continuing student
 * the next lesson and the owed amount, and for staff the duty or the notices.
 */
export function TodayCard({ session }: { session: Session }) {
  const { person, isNew, reportOpen, stunum } = session
  if (person.role === 'staff') return <StaffCard person={person} />
  if (isNew)
    return (
      <>
        <RecoveredPaymentSection stunum={stunum} />
        <StepCard stunum={stunum} reportOpen={reportOpen} />
      </>
    )
  return (
    <>
      <RecoveredPaymentSection stunum={stunum} />
      <LessonCard number={person.number} stunum={stunum} />
      <OwedAmountSection />
    </>
  )
}

const RecoveredPaymentCard = lazyComponent(
  async () => (await import('./RecoveredPaymentCard.tsx')).RecoveredPaymentCard,
)

/**
 * Shows a payment whose result this phone did not see. If there is none, the home page sends no
 * request.
 */
function RecoveredPaymentSection({ stunum }: { stunum: string }) {
  const [wanted] = useState(hasUnresolvedPayment)
  return wanted && <RecoveredPaymentCard stunum={stunum} />
}
