import { createStore } from '#app/lib/platform/store.ts'
import type { WaitingScan } from '#contract/checkin'

/** Whom a scan is of. */
interface ScanIdentity {
  readonly scanned: string
  readonly at: string
  readonly shown?: WaitingScan['shown'] | undefined
}
import { isSealedScanText } from '#contract/checkin-pass'

/**
 * Whom the sealed scans of this phone are of: kept beside the roster, sealed as it is, and gone with
 * it when the sign-in ends; what waits can then be sent and not be read.
 */
export const scanIdentities = createStore<Readonly<Record<string, ScanIdentity>>>({})

/** Enough of a sealed text to tell it from all others: it begins with a random key. */
const NAME_LETTERS = 40

/** The name under which a sealed scan is noted. */
export const sealedScanKey = (sealed: string): string => sealed.slice(0, NAME_LETTERS)

/** What a stored scan is of, as far as this phone may know: a sealed one as it was noted. */
export function withScanIdentity<Scan extends { scanned: string; shown?: unknown }>(
  scan: Scan,
): Scan | (Scan & ScanIdentity) {
  const note = isSealedScanText(scan.scanned)
    ? scanIdentities.get()[sealedScanKey(scan.scanned)]
    : undefined
  return note === undefined ? scan : { ...scan, scanned: note.scanned, shown: note.shown }
}
