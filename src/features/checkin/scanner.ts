import { type Submitted, submit } from '#app/lib/outbox.ts'
import { checkin, type WaitingScan } from '#contract/checkin'
import { readPass } from '#contract/checkin-pass'
import { canCheckPasses, confirmationKey } from '#contract/checkin-pass-check'
import { sealedForOutbox } from './seal-scan.ts'
import { canOpen, sealedQuery, useSealed } from './sealed.ts'
import { createSeenProofs, type SeenProofs } from './seen-proofs.ts'
import { type Corridor, phoneOf, type Verdict, verdictOf } from './verdict.ts'

export type { Verdict }

const DAYS = 7

/** How a roster is read and kept. */
export const ROSTER = { name: 'roster', entry: checkin.roster, input: {}, maxAge: DAYS }
const ARRIVALS = { name: 'arrivals', entry: checkin.arrivals, input: {}, maxAge: DAYS }

/**
 * Who lives in the supervisor's buildings, and the keys that passes are checked with; kept for the
 * corridor, sealed.
 */
export const rosterQuery = () => sealedQuery(ROSTER)

/** The latest arrivals, newest first (SCN-03), sealed. */
export const arrivalsQuery = () => sealedQuery(ARRIVALS)

/** Follow the roster. */
export const useRoster = () => useSealed(ROSTER)

/** Follow the latest arrivals. */
export const useArrivals = () => useSealed(ARRIVALS)

/** Is there a roster on this phone with which passes can be checked, for this sign-in? */
export async function isRosterHere(): Promise<boolean> {
  const { queryKey } = rosterQuery()
  return canOpen(queryKey)
}

/**
 * A scanner that remembers which proofs it has judged: a code that comes back is a picture of one.
 */
export interface Scanner {
  readonly judge: (text: string, corridor: Omit<Corridor, 'isReplayed'>) => Promise<Verdict>
  /** It was closed without a decision: the same code may be shown once more. */
  readonly letGo: (text: string) => void
}

/** Make a scanner. */
export function createScanner(seen: SeenProofs = createSeenProofs()): Scanner {
  return {
    judge: (text, corridor) =>
      verdictOf(text, {
        ...corridor,
        isReplayed: ({ key, counter }) => {
          if (seen.has(key, counter)) return true
          seen.note(key, counter)
          return false
        },
      }),
    letGo: (text) => {
      const pass = readPass(text.trim())
      if (pass !== undefined) seen.letGo(phoneOf(pass), pass.proof.counter)
    },
  }
}

/**
 * Confirm an arrival: written down for good, sent when it can be. Online and offline are the same
 * path (D-98).
 */
export async function confirmScan(scan: WaitingScan): Promise<Submitted> {
  if (!canCheckPasses()) return submit({ form: 'scan', payload: scan })
  const payload = await sealedForOutbox(scan)
  // Of what is stored: made of a bare number it could be searched for.
  return submit({ form: 'scan', payload, key: await confirmationKey(payload) })
}
