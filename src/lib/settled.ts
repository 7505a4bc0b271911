import { useState } from 'react'
import type { KeptState } from './kept.ts'
import { STALE_MS } from './query-client.ts'

/**
 * May a screen act on what a read says, as in sending people away? Yes once it is the campus's answer of this visit,
 * or a copy that no answer will replace now. Until then a copy may be old news that is being asked for again.
 */
export function useSettled(kept: Pick<KeptState<unknown>, 'data' | 'at' | 'state'>): boolean {
  const [openedAt] = useState(() => Date.now())
  return kept.data !== undefined && (kept.state === 'kept' || (kept.at ?? 0) > openedAt - STALE_MS)
}
