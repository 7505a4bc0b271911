import { useState } from 'react'
import type { CachedQueryState } from '../cache/cached-query.ts'

/**
 * Whether a form can be shown (`ready`), or its record could not be loaded (`failed`). A weak
 * network does not delay an empty form, because it can be filled in as a new form. A form that was
 * shown once stays visible, so that the user is never interrupted.
 */
export function useFormReadiness({
  hasCheckedDraft,
  hasRecord,
  kept: { state, network },
}: {
  /** Whether the draft, if any, has been read. */
  hasCheckedDraft: boolean
  /** Whether there is a record from which to fill the form. */
  hasRecord: boolean
  kept: Pick<CachedQueryState<unknown>, 'state' | 'network'>
}): { readonly ready: boolean; readonly failed: boolean } {
  const [shown, show] = useState(false)
  const failed = !hasRecord && state === 'failed' && network === 'online'
  const fillable = hasCheckedDraft && (hasRecord || state !== 'loading' || network !== 'online')
  if (fillable && !failed && !shown) show(true)
  return { ready: fillable || shown, failed: failed && !shown }
}
