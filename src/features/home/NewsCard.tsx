import { Link } from '@tanstack/react-router'
import { useKept } from '#app/lib/kept.ts'
import { useLanguage, useWords } from '#app/lib/language.ts'
import { agoByPhone } from '#app/lib/moments.ts'
import { commonWords } from '#words/common'
import { todayWords } from '#words/today'
import { NEWEST, newestQuery } from './newest.ts'
import styles from './Today.module.css'

/** What a member of staff without a duty has not read yet. */
export function NewsCard({ name }: { name: string }) {
  const words = useWords(todayWords)
  const common = useWords(commonWords)
  const language = useLanguage()
  const kept = useKept(newestQuery())
  const unread = kept.data?.page.notices.filter(({ read }) => read === false)
  const age =
    kept.state === 'kept' && kept.at !== undefined
      ? words.asOf(agoByPhone(kept.at, language))
      : undefined
  const headline =
    unread === undefined
      ? kept.state === 'loading'
        ? common.loading
        : words.showNotices
      : unread.length > 0
        ? words.unread(unread.length, unread.length === NEWEST)
        : words.noneUnread
  return (
    <Link to="/notice" className={styles['today']}>
      <span className={styles['small']}>{words.greeting(name)}</span>
      <span className={styles['headline']} data-then={words.showNotices}>
        {headline}
      </span>
      <span className={styles['small']}>
        {[unread?.[0]?.title ?? words.showNotices, age].filter(Boolean).join(' · ')}
      </span>
    </Link>
  )
}
