import { useEffect } from 'react'
import * as v from 'valibot'
import { queryClient } from '#app/lib/cache/query-client.ts'
import { useOutbox } from '#app/lib/outbox/outbox.ts'
import { assumeServerTimeOffset, getServerTimeOffset } from '#app/lib/platform/server-clock.ts'
import { useStore } from '#app/lib/platform/store.ts'
import type { ItemState, ItemProblem } from '#offline/outbox/outbox-records'
import { storeClockOffset, loadClockOffset } from '../pass/pass-store.ts'
import { rosterQuery } from '../roster/queries.ts'
import { withScanIdentity, scanIdentities } from './scan-identities.ts'
import { loadScanIdentities } from './sealed-scans.ts'

const text = v.string()
const Payload = v.object({
  scanned: text,
  at: v.optional(text),
  shown: v.optional(v.object({ name: text, number: text, building: text, room: text })),
})
type Payload = v.InferOutput<typeof Payload>

/** A confirmation of this phone that the university does not have. */
export interface ScanItem extends Payload {
  readonly order: number
  readonly state: ItemState
  readonly problem?: ItemProblem
}

/** A confirmation that the university received. */
export interface ScanReceipt extends Payload {
  readonly order: number
  readonly deliveredAt: number
  readonly receipt?: string
  /** What it said to it. */
  readonly message?: string
}

/**
 * This phone's confirmations: on their way, sent back, received, newest first, and of these since
 * the roster was read.
 */
export function useScans(): {
  waiting: ScanItem[]
  needsYou: ScanItem[]
  received: ScanReceipt[]
  delivered: ScanReceipt[]
  /** The university did not know who sends: nothing goes before somebody signs in. */
  isSignedOut: boolean
} {
  const { items, receipts } = useOutbox()
  useStore(scanIdentities)
  useEffect(() => void loadScanIdentities(), [])
  const readAt = queryClient.getQueryState(rosterQuery().queryKey)?.dataUpdatedAt ?? 0
  useEffect(() => void loadClockOffset().then(assumeServerTimeOffset), [])
  // The clock by which passes are judged in a corridor where no server is heard.
  useEffect(() => void (readAt > 0 && storeClockOffset(getServerTimeOffset())), [readAt])
  const mine = items.flatMap(({ form, order, state, lastProblem, payload }) =>
    form === 'scan'
      ? [
          {
            ...readScan(payload),
            order,
            state,
            ...(lastProblem !== undefined && { problem: lastProblem }),
          },
        ]
      : [],
  )
  const received = receipts.flatMap(({ form, order, deliveredAt, receipt, message, payload }) =>
    form === 'scan'
      ? [
          {
            ...readScan(payload),
            order,
            deliveredAt,
            ...(receipt !== undefined && { receipt }),
            ...(message !== undefined && { message }),
          },
        ]
      : [],
  )
  const isSentBack = ({ state }: ScanItem) => state === 'needs-you' || state === 'conflict'
  return {
    waiting: mine.filter((item) => !isSentBack(item)),
    needsYou: mine.filter(isSentBack),
    received,
    isSignedOut: mine.some(({ state }) => state === 'signed-out'),
    // What was taken back since then is not in the roster any more, and its receipt says nothing.
    delivered: received.filter(({ deliveredAt }) => deliveredAt > readAt),
  }
}

/** What a stored scan holds, as far as it can be read; of a sealed one what was noted of it. */
export const readScan = (payload: unknown): Payload => withScanIdentity(parseStoredScan(payload))

/** The same as it is stored and sent: sealed or not. */
export function parseStoredScan(payload: unknown): Payload {
  const found = v.safeParse(Payload, payload)
  return found.success ? found.output : { scanned: '' }
}
