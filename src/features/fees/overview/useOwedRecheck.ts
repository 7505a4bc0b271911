import { useEffect, useEffectEvent, useRef } from 'react'
import type { CachedQueryState } from '#app/lib/cache/cached-query.ts'
import { type FeeOverview, computeDisplayedTotal } from '#contract/fees'

/**
 * Reads the overview once more if the items do not add up to the owed amount that the university
 * reported (D-56).
 */
export function useOwedRecheck(
  overview: FeeOverview | undefined,
  { state, retry }: Pick<CachedQueryState<FeeOverview>, 'state' | 'retry'>,
): void {
  const asked = useRef(false)
  const again = useEffectEvent(retry)
  const offset = overview?.scholarship?.offset === true ? overview.scholarship.amount : 0
  const differs =
    overview !== undefined &&
    state === 'fresh' &&
    Math.max(0, computeDisplayedTotal(overview) - offset) !== overview.owed
  useEffect(() => {
    if (!differs || asked.current) return
    asked.current = true
    again()
  }, [differs])
}
