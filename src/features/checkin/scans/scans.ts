import { useEffect } from 'react'
import * as v from 'valibot'
import { queryClient } from '#app/lib/cache/query-client.ts'
import { useOutbox } from '#app/lib/outbox/outbox.ts'
import { restoreServerTimeOffset, getServerTimeOffset } from '#app/lib/platform/server-clock.ts'
import { useExternalStore } from '#app/lib/platform/store.ts'
import type { OutboxItemState, OutboxItemProblem } from '#offline/outbox/outbox-records'
import { storeClockOffset, loadClockOffset } from '../pass/pass-store.ts'
import { rosterQuery } from '../roster/queries.ts'
import { withScanIdentity, scanIdentities } from './scan-identities.ts'
import { loadScanIdentities } from './sealed-scans.ts'

const text = v.string()
const Payload = v.object({
  scanned: text,
  at: v.optional(text),
  station: v.optional(text),
  key: v.optional(v.picklist(['now', 'later'])),
  shown: v.optional(v.object({ name: text, number: text, building: text, room: text })),
})
type Payload = v.InferOutput<typeof Payload>

/** A confirmation on this phone that the university has not received. */
export interface ScanItem extends Payload {
  readonly order: number
  readonly state: OutboxItemState
  readonly problem?: OutboxItemProblem
}

/** A confirmation that the university received. */
export interface ScanReceipt extends Payload {
  readonly order: number
  readonly deliveredAt: number
  readonly receipt?: string
  /** The university's message in the response. */
  readonly message?: string
}

/**
 * Returns the confirmations of this phone, newest first: unsent, refused and received ones. Also
 * returns those that the university received after the roster was read. With `station`, the scans of
 * that station; without, those of the dormitory.
 */
export function useScans(station?: string): {
  waiting: ScanItem[]
  needsYou: ScanItem[]
  received: ScanReceipt[]
  delivered: ScanReceipt[]
  /** The university did not recognise the token, so nothing is sent until somebody signs in. */
  isSignedOut: boolean
} {
  const { items, receipts } = useOutbox()
  useExternalStore(scanIdentities)
  useEffect(() => void loadScanIdentities(), [])
  const readAt = queryClient.getQueryState(rosterQuery(station).queryKey)?.dataUpdatedAt ?? 0
  useEffect(() => void loadClockOffset().then(restoreServerTimeOffset), [])
  // Stores the clock offset, with which passes are checked in a corridor without a network.
  useEffect(() => void (readAt > 0 && storeClockOffset(getServerTimeOffset())), [readAt])
  const isHere = ({ form, payload }: { form: string; payload: unknown }) =>
    station === undefined
      ? form === 'scan'
      : form === 'station' && parseStoredScan(payload).station === station
  const mine = items.flatMap(({ form, order, state, lastProblem, payload }) =>
    isHere({ form, payload })
      ? [
          {
            ...readStoredScan(payload),
            order,
            state,
            ...(lastProblem !== undefined && { problem: lastProblem }),
          },
        ]
      : [],
  )
  const received = receipts.flatMap(({ form, order, deliveredAt, receipt, message, payload }) =>
    isHere({ form, payload })
      ? [
          {
            ...readStoredScan(payload),
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
    // If a scan was received before the roster was read, its arrival might have been revoked since.
    delivered: received.filter(({ deliveredAt }) => deliveredAt > readAt),
  }
}

/**
 * Reads a stored scan with its student. The student of a sealed scan comes from the stored
 * identities.
 */
export const readStoredScan = (payload: unknown): Payload =>
  withScanIdentity(parseStoredScan(payload))

/** Parses a stored scan without looking up its student, sealed or not. */
export function parseStoredScan(payload: unknown): Payload {
  const found = v.safeParse(Payload, payload)
  return found.success ? found.output : { scanned: '' }
}
