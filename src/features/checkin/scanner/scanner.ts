import { readPass } from '#contract/checkin-pass'
import { type ScanContext, devicePublicKeyOf, type ScanResult, checkScan } from './check-scan.ts'
import { createPassReplayGuard, type PassReplayGuard } from './replay-guard.ts'

/**
 * A scanner that remembers the proofs it has checked. A code with a proof that was already checked
 * is a copy.
 */
export interface Scanner {
  readonly check: (text: string, corridor: Omit<ScanContext, 'isReplayed'>) => Promise<ScanResult>
  /**
   * Forgets a code whose result was closed without a decision, so that it can be shown once more.
   */
  readonly forget: (text: string) => void
}

/** Creates a scanner. */
export function createScanner(seen: PassReplayGuard = createPassReplayGuard()): Scanner {
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
