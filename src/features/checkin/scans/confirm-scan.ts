import { type SubmissionResult, submitToOutbox } from '#app/lib/outbox/outbox.ts'
import type { WaitingScan } from '#contract/checkin'
import {
  isWebCryptoAvailable,
  createConfirmationIdempotencyKey,
} from '#contract/checkin-pass-check'
import { prepareScanForOutbox } from './sealed-scans.ts'

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
