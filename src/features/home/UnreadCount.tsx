import { useKept } from '#app/lib/kept.ts'
import { useWords } from '#app/lib/language.ts'
import { Hidden } from '#app/ui/Hidden.tsx'
import { Pill } from '#app/ui/Pill.tsx'
import { todayWords } from '#words/today'
import { NEWEST, newestQuery } from './newest.ts'

/** How many of the newest notices have not been read yet; nothing when all have. */
export function UnreadCount() {
  const words = useWords(todayWords)
  const unread =
    useKept(newestQuery()).data?.page.notices.filter(({ read }) => read === false).length ?? 0
  if (unread === 0) return null
  const isMore = unread === NEWEST
  return (
    <Pill tone="brand">
      <span aria-hidden>{isMore ? `${unread}+` : unread}</span>
      <Hidden>{words.unread(unread, isMore)}</Hidden>
    </Pill>
  )
}
