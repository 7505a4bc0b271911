import { Inbox } from 'lucide'
import { GateLinkLater } from '#app/features/office/face.ts'
import { useWords } from '#app/lib/language.ts'
import { Empty } from '#app/ui/Empty.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { Problem } from '#app/ui/Problem.tsx'
import { Skeleton } from '#app/ui/Skeleton.tsx'
import { auditWords } from '#words/audit'
import { commonWords } from '#words/common'
import { formWords } from '#words/form'
import type { usePages } from './usePages.ts'

/**
 * Why no application is to be seen: none is there, none was read, or there is no network (AUD-18).
 */
export function Unread({ pages }: { pages: ReturnType<typeof usePages> }) {
  const words = useWords(auditWords)
  const common = useWords(commonWords)
  const form = useWords(formWords)
  if (pages.isReading) return <Skeleton rows={6} label={common.loading} />
  if (pages.isCut)
    return (
      <Problem
        title={common.offlineOnly}
        text={words.offlineText}
        retryLabel={form.retry}
        onRetry={pages.retry}
      />
    )
  if (pages.rows === undefined)
    return (
      <>
        <Problem
          title={words.listFailed}
          text={pages.problem}
          why={pages.why}
          retryLabel={form.retry}
          onRetry={pages.retry}
        />
        {pages.lack !== undefined && <GateLinkLater lack={pages.lack} />}
      </>
    )
  return <Empty icon={<Icon of={Inbox} />} title={words.none} text={words.noneText} />
}
