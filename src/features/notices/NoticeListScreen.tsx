import { Bell } from 'lucide'
import { useState } from 'react'
import { useAge } from '#app/lib/age.ts'
import { useKept } from '#app/lib/kept.ts'
import { useWords } from '#app/lib/language.ts'
import { AgeBanner } from '#app/ui/AgeBanner.tsx'
import { Button } from '#app/ui/Button.tsx'
import { Card } from '#app/ui/Card.tsx'
import { Nothing } from '#app/ui/Empty.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { Page } from '#app/ui/Page.tsx'
import { Pill } from '#app/ui/Pill.tsx'
import { Reading } from '#app/ui/Reading.tsx'
import { RowLink } from '#app/ui/Row.tsx'
import { commonWords } from '#words/common'
import { noticesWords } from '#words/notices'
import { noticesQuery } from './queries.ts'

/** The notices, newest first as the university orders them (NOT-01). */
export function NoticeListScreen() {
  const words = useWords(noticesWords)
  const common = useWords(commonWords)
  const [pages, setPages] = useState(1)
  // While the longer list is on its way, the shorter one stands.
  const first = useKept(noticesQuery(1))
  const kept = useKept(noticesQuery(pages))
  const age = useAge(kept, words.title)
  const page = kept.data?.page ?? first.data?.page
  return (
    <Page title={words.title} back banner={age && <AgeBanner {...age} />}>
      {page === undefined && (
        <Reading
          kept={kept}
          failed={words.failed}
          retryLabel={words.retry}
          loadingLabel={common.loading}
        />
      )}
      {page?.notices.length === 0 && (
        <Nothing
          icon={<Icon of={Bell} />}
          title={words.none}
          text={words.noneText}
          to="/"
          way={words.home}
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
                  {pinned === true && <Pill tone="mute">{words.pinned}</Pill>}
                  {read === false && <Pill tone="brand">{words.unread}</Pill>}
                </>
              }
            />
          ))}
        </Card>
      )}
      {page !== undefined && page.notices.length < page.total && (
        <Button tone="second" busy={kept.state === 'loading'} onClick={() => setPages(pages + 1)}>
          {words.more}
        </Button>
      )}
    </Page>
  )
}
