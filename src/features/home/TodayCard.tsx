import type { Session } from '#app/lib/session.ts'
import { useWords } from '#app/lib/language.ts'
import { useOutbox } from '#app/lib/outbox.ts'
import { homeWords } from '#words/home'
import { LessonCard } from './LessonCard.tsx'
import { StepCard } from './StepCard.tsx'
import styles from './Today.module.css'

/** What matters now: the next step, the next lesson, or for staff what still waits. */
export function TodayCard({ session }: { session: Session }) {
  const { person, isNew, reportOpen, stunum } = session
  if (person.role === 'staff') return <StaffCard name={person.name} />
  if (isNew) return <StepCard stunum={stunum} reportOpen={reportOpen} />
  return <LessonCard number={person.number} stunum={stunum} />
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
