import { Bell } from 'lucide'
import { useState } from 'react'
import { useCachedQuery } from '#app/lib/cache/cached-query.ts'
import { useStaleDataNotice } from '#app/lib/cache/stale-data-notice.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { Button } from '#app/ui/Button.tsx'
import { Card } from '#app/ui/Card.tsx'
import { EmptyStateWithLink } from '#app/ui/EmptyState.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { Page } from '#app/ui/Page.tsx'
import { Pill } from '#app/ui/Pill.tsx'
import { QueryFallback } from '#app/ui/QueryFallback.tsx'
import { RowLink } from '#app/ui/Row.tsx'
import { StaleDataBanner } from '#app/ui/StaleDataBanner.tsx'
import { noticesTexts } from '#i18n/notices'
import { noticesQuery } from './queries.ts'

/** The notices, newest first as the university orders them (NOT-01). */
export function NoticeListScreen() {
  const texts = useTexts(noticesTexts)
  const [pages, setPages] = useState(1)
  // The first page of the list is shown while the longer list loads.
  const first = useCachedQuery(noticesQuery(1))
  const kept = useCachedQuery(noticesQuery(pages))
  const age = useStaleDataNotice(kept, texts.title)
  const page = kept.data?.page ?? first.data?.page
  return (
    <Page title={texts.title} back banner={age && <StaleDataBanner {...age} />}>
      {page === undefined && <QueryFallback kept={kept} failed={texts.failed} />}
      {page?.notices.length === 0 && (
        <EmptyStateWithLink
          icon={<Icon of={Bell} />}
          title={texts.none}
          text={texts.noneText}
          to="/"
          way={texts.home}
        />
      )}
      {page !== undefined && page.notices.length > 0 && (
        <Card flush>
          {page.notices.map(({ id, title, publishedAt, read, pinned }) => (
            <RowLink
              key={id}
              to="/notice/$id"
              params={{ id }}
              label={title}
              description={publishedAt}
              trailing={
                <>
                  {pinned === true && <Pill tone="mute">{texts.pinned}</Pill>}
                  {read === false && <Pill tone="brand">{texts.unread}</Pill>}
                </>
              }
            />
          ))}
        </Card>
      )}
      {page !== undefined && page.notices.length < page.total && (
        <Button tone="second" busy={kept.state === 'loading'} onClick={() => setPages(pages + 1)}>
          {texts.more}
        </Button>
      )}
    </Page>
  )
}
