import { isDormSupervisor, isReviewTeacher } from '#app/features/identity/face.ts'
import { useWords } from '#app/lib/language.ts'
import { useOutbox } from '#app/lib/outbox.ts'
import { usePart } from '#app/ui/part.tsx'
import type { Person } from '#contract/identity'
import { homeWords } from '#words/home'
import { todayWords } from '#words/today'
import styles from './Today.module.css'

interface Props {
  readonly person: Person
}

const loadDuty = async () => {
  const { DutyCard } = await import('./DutyCard.tsx')
  return (props: Props) => <DutyCard {...props} />
}
const loadNews = async () => {
  const { NewsCard } = await import('./NewsCard.tsx')
  return ({ person }: Props) => <NewsCard name={person.name} />
}

/** What today is about for a member of staff: their duty, or the news. Its code travels apart; until then a greeting. */
export function StaffCard({ person }: Props) {
  const draw = usePart(
    isDormSupervisor(person) || isReviewTeacher(person) ? loadDuty : loadNews,
    true,
  )
  return draw?.({ person }) ?? <Greeting name={person.name} />
}

function Greeting({ name }: { name: string }) {
  const words = useWords(todayWords)
  const home = useWords(homeWords)
  const { unsent, unavailable } = useOutbox()
  return (
    <section className={`${styles['today']} ${styles['greeting']}`}>
      <h2 className={styles['headline']}>{words.greeting(name)}</h2>
      <p className={styles['small']}>
        {unavailable
          ? home.unreadText + home.unread
          : unsent > 0
            ? home.waiting(unsent)
            : words.allDelivered}
      </p>
    </section>
  )
}
