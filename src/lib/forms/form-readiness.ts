import { useState } from 'react'
import type { CachedQueryState } from '../cache/cached-query.ts'

/**
 * Whether a form may be shown (`ready`), or its record could not be loaded (`failed`). A weak
 * network does not delay an empty form: it can be filled in as new. A form that was shown once
 * stays shown, so that input is never interrupted.
 */
export function useFormReadiness({
  hasCheckedDraft,
  hasRecord,
  kept: { state, network },
}: {
  /** Whether the draft, if any, has been read. */
  hasCheckedDraft: boolean
  /** Whether there is a record to fill the form with. */
  hasRecord: boolean
  kept: Pick<CachedQueryState<unknown>, 'state' | 'network'>
}): { readonly ready: boolean; readonly failed: boolean } {
  const [shown, show] = useState(false)
  const failed = !hasRecord && state === 'failed' && network === 'online'
  const fillable = hasCheckedDraft && (hasRecord || state !== 'loading' || network !== 'online')
  if (fillable && !failed && !shown) show(true)
  return { ready: fillable || shown, failed: failed && !shown }
}
