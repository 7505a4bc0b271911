import { useEffect, useState } from 'react'
import { knownAhead } from '#app/lib/clock.ts'
import { invalidateReads } from '#app/lib/query-client.ts'
import { useOrder } from './useOrder.ts'

/** What the page shows may have been asked for so long before it opened, ms. */
const SLACK_MS = 60_000

/**
 * Looking at an order asks the gateway, so an order may turn out to be paid by the very look. What
 * is owed was read beside it, from before, and is read again.
 */
export function usePaidMeanwhile(): void {
  const { read } = useOrder()
  const [opened] = useState(() => Date.now())
  const newest = read.data?.order ?? undefined
  const paidAt = newest?.state === 'paid' ? Date.parse(newest.at) - (knownAhead() ?? 0) : Number.NaN
  const news = paidAt >= opened - SLACK_MS ? newest?.number : undefined
  useEffect(() => {
    if (news !== undefined) void invalidateReads('fees', 'fee-items', 'steps')
  }, [news])
}
