import type { ComponentProps } from 'react'
import { useWords } from '#app/lib/language.ts'
import { useOutbox } from '#app/lib/outbox.ts'
import { isDormSupervisor, isReviewTeacher } from '#app/lib/posts.ts'
import type { Session } from '#app/lib/session.ts'
import { usePart } from '#app/ui/part.tsx'
import { homeWords } from '#words/home'
import type { DutyCard } from './DutyCard.tsx'
import { LessonCard } from './LessonCard.tsx'
import { StepCard } from './StepCard.tsx'
import styles from './Today.module.css'

/** What matters now: the next step, the next lesson, a duty, or for other staff what still waits. */
export function TodayCard({ session }: { session: Session }) {
  const { person, isNew, reportOpen, stunum } = session
  if (isDormSupervisor(person) || isReviewTeacher(person)) return <Duty person={person} />
  if (person.role === 'staff') return <StaffCard name={person.name} />
  if (isNew) return <StepCard stunum={stunum} reportOpen={reportOpen} />
  return <LessonCard number={person.number} stunum={stunum} />
}

const load = async () => {
  const { DutyCard: Card } = await import('./DutyCard.tsx')
  return (props: ComponentProps<typeof DutyCard>) => <Card {...props} />
}

// Few have a duty, so its code travels apart; until it is here they are greeted as everybody.
function Duty({ person }: ComponentProps<typeof DutyCard>) {
  const draw = usePart(load, true)
  return draw?.({ person }) ?? <StaffCard name={person.name} />
}

function StaffCard({ name }: { name: string }) {
  const words = useWords(homeWords)
  const { unsent } = useOutbox()
  return (
    <section className={styles['today']}>
      <h2 className={styles['headline']}>{words.greeting(name)}</h2>
      <p className={styles['small']}>{unsent > 0 ? words.waiting(unsent) : words.allDelivered}</p>
    </section>
  )
}
