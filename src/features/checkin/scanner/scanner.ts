import { type SubmissionResult, submitToOutbox } from '#app/lib/outbox/outbox.ts'
import { checkin, type WaitingScan } from '#contract/checkin'
import { readPass } from '#contract/checkin-pass'
import { canCheckPasses, confirmationKey } from '#contract/checkin-pass-check'
import { prepareScanForOutbox } from '../scans/sealed-scans.ts'
import { canUnseal, sealedQuery, useSealedQuery } from '../sealed-storage/sealed-storage.ts'
import { type ScanContext, devicePublicKeyOf, type ScanResult, checkScan } from './check-scan.ts'
import { createReplayGuard, type ReplayGuard } from './replay-guard.ts'

export type { ScanResult }

const DAYS = 7

/** How a roster is read and kept. */
export const ROSTER_READ = { name: 'roster', entry: checkin.roster, input: {}, maxAge: DAYS }
const ARRIVALS_READ = { name: 'arrivals', entry: checkin.arrivals, input: {}, maxAge: DAYS }

/**
 * Who lives in the supervisor's buildings, and the keys that passes are checked with; kept for the
 * corridor, sealed.
 */
export const rosterQuery = () => sealedQuery(ROSTER_READ)

/** The latest arrivals, newest first (SCN-03), sealed. */
export const arrivalsQuery = () => sealedQuery(ARRIVALS_READ)

/** Follow the roster. */
export const useRoster = () => useSealedQuery(ROSTER_READ)

/** Follow the latest arrivals. */
export const useArrivals = () => useSealedQuery(ARRIVALS_READ)

/** Is there a roster on this phone with which passes can be checked, for this sign-in? */
export async function isRosterCached(): Promise<boolean> {
  const { queryKey } = rosterQuery()
  return canUnseal(queryKey)
}

/**
 * A scanner that remembers which proofs it has judged: a code that comes back is a picture of one.
 */
export interface Scanner {
  readonly check: (text: string, corridor: Omit<ScanContext, 'isReplayed'>) => Promise<ScanResult>
  /** It was closed without a decision: the same code may be shown once more. */
  readonly forget: (text: string) => void
}

/** Make a scanner. */
export function createScanner(seen: ReplayGuard = createReplayGuard()): Scanner {
  return {
    check: (text, corridor) =>
      checkScan(text, {
        ...corridor,
        isReplayed: ({ key, counter }) => {
          if (seen.isReplayed(key, counter)) return true
          seen.record(key, counter)
          return false
        },
      }),
    forget: (text) => {
      const pass = readPass(text.trim())
      if (pass !== undefined) seen.forget(devicePublicKeyOf(pass), pass.proof.counter)
    },
  }
}

/**
 * Confirm an arrival: written down for good, sent when it can be. Online and offline are the same
 * path (D-98).
 */
export async function confirmScan(scan: WaitingScan): Promise<SubmissionResult> {
  if (!canCheckPasses()) return submitToOutbox({ form: 'scan', payload: scan })
  const payload = await prepareScanForOutbox(scan)
  // Of what is stored: made of a bare number it could be searched for.
  return submitToOutbox({ form: 'scan', payload, key: await confirmationKey(payload) })
}
