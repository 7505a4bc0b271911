import { useCachedQuery } from '#app/lib/cache/cached-query.ts'
import { formatRecentPhoneTime } from '#app/lib/format/china-time.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { commonTexts } from '#i18n/common'
import { homeTodayTexts } from '#i18n/home-today'
import { NEWEST_NOTICE_COUNT, newestNoticesQuery } from '../newest-notices.ts'
import { TodayLine, TodayLink } from './TodayLink.tsx'

/** The unread notices of a staff member without a duty. */
export function UnreadNoticesCard({ name }: { name: string }) {
  const texts = useTexts(homeTodayTexts)
  const common = useTexts(commonTexts)
  const language = useLanguage()
  const kept = useCachedQuery(newestNoticesQuery())
  const unread = kept.data?.page.notices.filter(({ read }) => read === false)
  const age =
    kept.state === 'cached' && kept.at !== undefined
      ? texts.asOf(formatRecentPhoneTime(kept.at, language))
      : undefined
  const headline =
    unread === undefined
      ? kept.state === 'loading'
        ? common.loading
        : texts.showNotices
      : unread.length > 0
        ? texts.unread(unread.length, unread.length === NEWEST_NOTICE_COUNT)
        : texts.noneUnread
  return (
    <TodayLink
      to="/notice"
      above={texts.greeting(name)}
      headline={headline}
      action={texts.showNotices}
    >
      <TodayLine>
        {[unread?.[0]?.title ?? texts.showNotices, age].filter(Boolean).join(' · ')}
      </TodayLine>
    </TodayLink>
  )
}
