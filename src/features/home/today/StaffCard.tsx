import { isDormSupervisor, isReviewTeacher } from '#app/features/identity/public.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { useOutboxStatus } from '#app/lib/outbox/outbox.ts'
import { lazyComponent } from '#app/ui/lazy-component.tsx'
import { useTranslateName } from '#app/ui/name-translator.ts'
import type { Person } from '#contract/identity'
import { homeTodayTexts } from '#i18n/home-today'
import { homeWaitingTexts } from '#i18n/home-waiting'
import styles from './Today.module.css'

const DutyCard = lazyComponent(async () => (await import('./DutyCard.tsx')).DutyCard)
const NewsCard = lazyComponent(
  async () => (await import('./UnreadNoticesCard.tsx')).UnreadNoticesCard,
)

/**
 * The today card of a staff member: the duty or the unread notices. Its code is a separate chunk; a
 * greeting is shown until the chunk has loaded.
 */
export function StaffCard({ person }: { person: Person }) {
  const name = useTranslateName()(person.name)
  const greeting = <Greeting name={name} />
  return isDormSupervisor(person) || isReviewTeacher(person) ? (
    <DutyCard person={person} fallback={greeting} />
  ) : (
    <NewsCard name={name} fallback={greeting} />
  )
}

function Greeting({ name }: { name: string }) {
  const texts = useTexts(homeTodayTexts)
  const waiting = useTexts(homeWaitingTexts)
  const { unsentCount, unavailable } = useOutboxStatus()
  return (
    <section className={`${styles['today']} ${styles['greeting']}`}>
      <h2 className={styles['headline']}>{texts.greeting(name)}</h2>
      <p className={styles['small']}>
        {unavailable
          ? waiting.unreadText + waiting.unread
          : unsentCount > 0
            ? waiting.waiting(unsentCount)
            : texts.allDelivered}
      </p>
    </section>
  )
}
