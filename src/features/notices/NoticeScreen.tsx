import { useParams } from '@tanstack/react-router'
import { Bell } from 'lucide'
import { useEffect } from 'react'
import { useAge } from '#app/lib/age.ts'
import { useKept } from '#app/lib/kept.ts'
import { useWords } from '#app/lib/language.ts'
import { invalidateReads } from '#app/lib/query-client.ts'
import { AgeBanner } from '#app/ui/AgeBanner.tsx'
import { Nothing } from '#app/ui/Empty.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { Page } from '#app/ui/Page.tsx'
import { Reading } from '#app/ui/Reading.tsx'
import { commonWords } from '#words/common'
import { noticesWords } from '#words/notices'
import { Article } from './Article.tsx'
import { NoticeFiles } from './NoticeFiles.tsx'
import { noticeQuery } from './queries.ts'

/** One notice; having read it takes its mark away in the list (NOT-02). */
export function NoticeScreen() {
  const words = useWords(noticesWords)
  const common = useWords(commonWords)
  const { id } = useParams({ from: '/notice/$id' })
  // Asked for anew at each visit: it may have been corrected or withdrawn a moment ago.
  const kept = useKept({ ...noticeQuery(id), staleTime: 0 })
  const age = useAge(kept, words.one)
  const notice = kept.data?.notice
  // The list knows it, too: read, or not there any more.
  const isFresh = kept.state === 'fresh' || kept.why === 'not-found'
  useEffect(() => {
    if (isFresh) void invalidateReads('notices')
  }, [isFresh])
  return (
    <Page title={words.one} back="/notice" banner={age && <AgeBanner {...age} />}>
      {kept.why === 'not-found' ? (
        <Nothing
          icon={<Icon of={Bell} />}
          title={words.gone}
          text={words.goneText}
          to="/notice"
          way={words.title}
        />
      ) : notice === undefined ? (
        <Reading
          kept={kept}
          failed={words.failed}
          retryLabel={words.retry}
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
