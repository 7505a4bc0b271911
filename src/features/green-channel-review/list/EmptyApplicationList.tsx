import { Inbox } from 'lucide'
import { LazyOfficeAccessLink } from '#app/features/office/public.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { ErrorState } from '#app/ui/ErrorState.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { Skeleton } from '#app/ui/Skeleton.tsx'
import { commonTexts } from '#i18n/common'
import { greenChannelReviewTexts } from '#i18n/green-channel-review'
import type { useApplicationPages } from './useApplicationPages.ts'

/**
 * Explains an empty list: there are no applications, reading failed, or the device is offline
 * (AUD-18).
 */
export function EmptyApplicationList({ pages }: { pages: ReturnType<typeof useApplicationPages> }) {
  const texts = useTexts(greenChannelReviewTexts)
  const common = useTexts(commonTexts)
  if (pages.isReading) return <Skeleton rows={6} />
  if (pages.isCut)
    return <ErrorState title={common.offlineOnly} text={texts.offlineText} onRetry={pages.retry} />
  if (pages.rows === undefined)
    return (
      <>
        <ErrorState
          title={texts.listFailed}
          text={pages.problem}
          why={pages.why}
          onRetry={pages.retry}
        />
        {pages.lack !== undefined && <LazyOfficeAccessLink lack={pages.lack} />}
      </>
    )
  return <EmptyState icon={<Icon of={Inbox} />} title={texts.none} text={texts.noneText} />
}
