import type { ReactNode } from 'react'
import type { CachedQueryState } from '#app/lib/cache/cached-query.ts'
import { useStaleDataNotice } from '#app/lib/cache/stale-data-notice.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { Page } from '#app/ui/Page.tsx'
import { QueryFallback } from '#app/ui/QueryFallback.tsx'
import { StaleDataBanner } from '#app/ui/StaleDataBanner.tsx'
import { greenChannelTexts } from '#i18n/green-channel'

/**
 * A page about the student's own application. It shows a placeholder until it is known whether
 * there is an application.
 */
export function ApplicationPage({
  title,
  kept,
  children,
}: {
  title: string
  kept: CachedQueryState<unknown>
  children: ReactNode
}) {
  const texts = useTexts(greenChannelTexts)
  const age = useStaleDataNotice(kept, texts.what)
  return (
    <Page
      title={title}
      back
      banner={age && <StaleDataBanner strong={age.strong} text={texts.onlineOnly} />}
    >
      {kept.data === undefined ? <QueryFallback kept={kept} failed={texts.failedRead} /> : children}
    </Page>
  )
}
