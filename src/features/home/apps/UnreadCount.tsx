import { useCachedQuery } from '#app/lib/cache/cached-query.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { Pill } from '#app/ui/Pill.tsx'
import { VisuallyHidden } from '#app/ui/VisuallyHidden.tsx'
import { homeTodayTexts } from '#i18n/home-today'
import { NEWEST_NOTICE_COUNT, newestNoticesQuery } from '../newest-notices.ts'

/** The number of unread notices among the newest ones. Renders nothing if all are read. */
export function UnreadCount() {
  const texts = useTexts(homeTodayTexts)
  const unread =
    useCachedQuery(newestNoticesQuery()).data?.page.notices.filter(({ read }) => read === false)
      .length ?? 0
  if (unread === 0) return null
  const isMore = unread === NEWEST_NOTICE_COUNT
  return (
    <Pill tone="brand">
      <span aria-hidden>{isMore ? `${unread}+` : unread}</span>
      <VisuallyHidden>{texts.unread(unread, isMore)}</VisuallyHidden>
    </Pill>
  )
}
