import { Inbox } from 'lucide'
import { GateLinkLater } from '#app/features/office/face.ts'
import { useTexts } from '#app/lib/language.ts'
import { Empty } from '#app/ui/Empty.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { Problem } from '#app/ui/Problem.tsx'
import { Skeleton } from '#app/ui/Skeleton.tsx'
import { commonTexts } from '#i18n/common'
import { formTexts } from '#i18n/form'
import { greenChannelReviewTexts } from '#i18n/green-channel-review'
import type { usePages } from './usePages.ts'

/**
 * Why no application is to be seen: none is there, none was read, or there is no network (AUD-18).
 */
export function Unread({ pages }: { pages: ReturnType<typeof usePages> }) {
  const texts = useTexts(greenChannelReviewTexts)
  const common = useTexts(commonTexts)
  const form = useTexts(formTexts)
  if (pages.isReading) return <Skeleton rows={6} label={common.loading} />
  if (pages.isCut)
    return (
      <Problem
        title={common.offlineOnly}
        text={texts.offlineText}
        retryLabel={form.retry}
        onRetry={pages.retry}
      />
    )
  if (pages.rows === undefined)
    return (
      <>
        <Problem
          title={texts.listFailed}
          text={pages.problem}
          why={pages.why}
          retryLabel={form.retry}
          onRetry={pages.retry}
        />
        {pages.lack !== undefined && <GateLinkLater lack={pages.lack} />}
      </>
    )
  return <Empty icon={<Icon of={Inbox} />} title={texts.none} text={texts.noneText} />
}
