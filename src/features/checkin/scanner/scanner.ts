import { type SubmissionResult, submitToOutbox } from '#app/lib/outbox/outbox.ts'
import type { WaitingScan } from '#contract/checkin'
import { readPass } from '#contract/checkin-pass'
import { canCheckPasses, confirmationKey } from '#contract/checkin-pass-check'
import { prepareScanForOutbox } from '../scans/sealed-scans.ts'
import { type ScanContext, devicePublicKeyOf, type ScanResult, checkScan } from './check-scan.ts'
import { createReplayGuard, type ReplayGuard } from './replay-guard.ts'

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
