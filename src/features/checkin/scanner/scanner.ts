import { type SubmissionResult, submitToOutbox } from '#app/lib/outbox/outbox.ts'
import type { WaitingScan } from '#contract/checkin'
import { readPass } from '#contract/checkin-pass'
import {
  isWebCryptoAvailable,
  createConfirmationIdempotencyKey,
} from '#contract/checkin-pass-check'
import { prepareScanForOutbox } from '../scans/sealed-scans.ts'
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

/**
 * Confirms an arrival at the dormitory, or that a student was at a station: the scan is stored in
 * the outbox and sent when possible. Online and offline use the same path (D-98).
 */
export async function confirmScan(
  scan: WaitingScan,
  {
    station,
    dependsOn: order,
  }: {
    station?: string | undefined
    /** The waiting scan that has to arrive first. */
    dependsOn?: number | undefined
  } = {},
): Promise<SubmissionResult> {
  const form = station === undefined ? 'scan' : 'station'
  const at = station === undefined ? {} : { station }
  const dependence = order === undefined ? {} : { dependsOn: order }
  if (!isWebCryptoAvailable())
    return submitToOutbox({ form, payload: { ...scan, ...at }, ...dependence })
  const stored = await prepareScanForOutbox(scan, station)
  // The idempotency key is a hash of the stored scan, in which the scanned text is encrypted. A
  // hash of a plain student number would be no secret: hashing all student numbers would reveal it.
  return submitToOutbox({
    form,
    payload: { ...stored, ...at },
    ...dependence,
    key: await createConfirmationIdempotencyKey({
      scanned: stored.scanned,
      at: station === undefined ? stored.at : `${station} ${stored.at}`,
    }),
  })
}
