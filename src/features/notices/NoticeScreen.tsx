import { useParams } from '@tanstack/react-router'
import { Bell } from 'lucide'
import { useEffect } from 'react'
import { useCachedQuery } from '#app/lib/cache/cached-query.ts'
import { invalidateCachedReads } from '#app/lib/cache/query-client.ts'
import { useStaleDataNotice } from '#app/lib/cache/stale-data-notice.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { EmptyStateWithLink } from '#app/ui/EmptyState.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { Page } from '#app/ui/Page.tsx'
import { QueryFallback } from '#app/ui/QueryFallback.tsx'
import { StaleDataBanner } from '#app/ui/StaleDataBanner.tsx'
import { noticesTexts } from '#i18n/notices'
import { NoticeArticle } from './NoticeArticle.tsx'
import { NoticeFiles } from './NoticeFiles.tsx'
import { noticeQuery, noticesQuery } from './queries.ts'

/** One notice. Reading the notice removes its unread mark in the list (NOT-02). */
export function NoticeScreen() {
  const texts = useTexts(noticesTexts)
  const { id } = useParams({ from: '/notice/$id' })
  // The notice is fetched at each visit, because it might have been corrected or withdrawn.
  const kept = useCachedQuery({ ...noticeQuery(id), staleTime: 0 })
  // The list contains the content of unread messages. Such a message is readable without a network,
  // and stays unread until the university has answered.
  const isUnanswered = kept.isUnanswered === true
  const list = useCachedQuery({ ...noticesQuery(1), enabled: isUnanswered })
  const listed = list.data?.page.notices.find((one) => one.id === id)
  const message =
    kept.data === undefined &&
    (isUnanswered || kept.state === 'loading') &&
    listed?.content !== undefined
      ? { ...listed, content: listed.content }
      : undefined
  const age = useStaleDataNotice(message === undefined ? kept : list, texts.one)
  const notice = kept.data?.notice ?? message
  // After a fresh response the list is read again: the notice is now marked as read, or it no
  // longer exists.
  const isFresh = kept.state === 'fresh' || kept.why === 'not-found'
  useEffect(() => {
    if (isFresh) void invalidateCachedReads('notices')
  }, [isFresh])
  return (
    <Page title={texts.one} back="/notice" banner={age && <StaleDataBanner {...age} />}>
      {kept.why === 'not-found' ? (
        <EmptyStateWithLink
          icon={<Icon of={Bell} />}
          title={texts.gone}
          text={texts.goneText}
          to="/notice"
          way={texts.title}
        />
      ) : notice === undefined ? (
        <QueryFallback kept={kept} failed={texts.failed} />
      ) : (
        <>
          <NoticeArticle title={notice.title} time={notice.publishedAt} html={notice.content} />
          {kept.data?.notice.files !== undefined && <NoticeFiles files={kept.data.notice.files} />}
        </>
      )}
    </Page>
  )
}
