import { useState } from 'react'
import type { CachedQueryState } from '../cache/cached-query.ts'

/**
 * May a form be filled in, or did its record fail to come? A weak network must not hold an empty
 * form back: it can be filled in as new. A form that was shown stays, whatever becomes of the
 * network: nothing is taken from under somebody's fingers.
 */
export function useFormReadiness({
  hasCheckedDraft,
  hasRecord,
  kept: { state, network },
}: {
  /** It is known whether there is a draft. */
  hasCheckedDraft: boolean
  /** There is something to fill it with. */
  hasRecord: boolean
  kept: Pick<CachedQueryState<unknown>, 'state' | 'network'>
}): { readonly ready: boolean; readonly failed: boolean } {
  const [shown, show] = useState(false)
  const failed = !hasRecord && state === 'failed' && network === 'online'
  const fillable = hasCheckedDraft && (hasRecord || state !== 'loading' || network !== 'online')
  if (fillable && !failed && !shown) show(true)
  return { ready: fillable || shown, failed: failed && !shown }
}
