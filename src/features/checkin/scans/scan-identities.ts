import { createExternalStore } from '#app/lib/platform/store.ts'
import type { WaitingScan } from '#contract/checkin'

/** The student of a scan. */
interface ScanIdentity {
  readonly scanned: string
  readonly at: string
  readonly shown?: WaitingScan['shown'] | undefined
}
import { isSealedScanText } from '#contract/checkin-pass'

/**
 * The students of the sealed scans on this phone. They are sealed like the roster and deleted when
 * the sign-in ends. Unsent scans can then still be sent, but not read.
 */
export const scanIdentities = createExternalStore<Readonly<Record<string, ScanIdentity>>>({})

/**
 * The number of characters that identify a sealed text; they are enough because the text begins
 * with a random key.
 */
const NAME_LETTERS = 40

/** The name under which the student of a sealed scan is stored. */
export const sealedScanKey = (sealed: string): string => sealed.slice(0, NAME_LETTERS)

/**
 * Adds the student to a stored scan, if this phone knows the student. The student of a sealed scan
 * comes from the stored identities.
 */
export function withScanIdentity<Scan extends { scanned: string; shown?: unknown }>(
  scan: Scan,
): Scan | (Scan & ScanIdentity) {
  const note = isSealedScanText(scan.scanned)
    ? scanIdentities.get()[sealedScanKey(scan.scanned)]
    : undefined
  return note === undefined ? scan : { ...scan, scanned: note.scanned, shown: note.shown }
}
