import type { ReadFailureReason } from '#i18n/unread-reason'
import { ErrorState } from './ErrorState.tsx'
import { Skeleton } from './Skeleton.tsx'

/** Replaces data that is not available: a skeleton while it loads, or the reason of a failure. */
export function QueryFallback({
  kept,
  failed,
  rows = 5,
}: {
  kept: {
    readonly state: 'loading' | 'fresh' | 'cached' | 'failed'
    readonly problem?: string | undefined
    readonly why?: ReadFailureReason | undefined
    readonly retry: () => void
  }
  /** The title of the failure; without it the reason is the title. */
  failed?: string | undefined
  rows?: number
}) {
  if (kept.state === 'failed')
    return <ErrorState title={failed} text={kept.problem} why={kept.why} onRetry={kept.retry} />
  return <Skeleton rows={rows} />
}
