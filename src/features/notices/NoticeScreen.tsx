import { useParams } from '@tanstack/react-router'
import { Bell } from 'lucide'
import { useEffect } from 'react'
import { useAge } from '#app/lib/age.ts'
import { useKept } from '#app/lib/kept.ts'
import { useTexts } from '#app/lib/language.ts'
import { invalidateReads } from '#app/lib/query-client.ts'
import { AgeBanner } from '#app/ui/AgeBanner.tsx'
import { Nothing } from '#app/ui/Empty.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { Page } from '#app/ui/Page.tsx'
import { Reading } from '#app/ui/Reading.tsx'
import { commonTexts } from '#i18n/common'
import { noticesTexts } from '#i18n/notices'
import { Article } from './Article.tsx'
import { NoticeFiles } from './NoticeFiles.tsx'
import { noticeQuery } from './queries.ts'

/** One notice; having read it takes its mark away in the list (NOT-02). */
export function NoticeScreen() {
  const texts = useTexts(noticesTexts)
  const common = useTexts(commonTexts)
  const { id } = useParams({ from: '/notice/$id' })
  // Asked for anew at each visit: it may have been corrected or withdrawn a moment ago.
  const kept = useKept({ ...noticeQuery(id), staleTime: 0 })
  const age = useAge(kept, texts.one)
  const notice = kept.data?.notice
  // The list knows it, too: read, or not there any more.
  const isFresh = kept.state === 'fresh' || kept.why === 'not-found'
  useEffect(() => {
    if (isFresh) void invalidateReads('notices')
  }, [isFresh])
  return (
    <Page title={texts.one} back="/notice" banner={age && <AgeBanner {...age} />}>
      {kept.why === 'not-found' ? (
        <Nothing
          icon={<Icon of={Bell} />}
          title={texts.gone}
          text={texts.goneText}
          to="/notice"
          way={texts.title}
        />
      ) : notice === undefined ? (
        <Reading
          kept={kept}
          failed={texts.failed}
          retryLabel={texts.retry}
          loadingLabel={common.loading}
        />
      ) : (
        <>
          <Article title={notice.title} time={notice.publishedAt} html={notice.content} />
          {notice.files !== undefined && <NoticeFiles files={notice.files} />}
        </>
      )}
    </Page>
  )
}
