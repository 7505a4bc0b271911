import { createStore } from '#app/lib/store.ts'
import type { WaitingScan } from '#contract/checkin'

/** Whom a scan is of. */
interface ScanNote {
  readonly scanned: string
  readonly at: string
  readonly shown?: WaitingScan['shown'] | undefined
}
import { looksSealed } from '#contract/checkin-pass'

/**
 * Whom the sealed scans of this phone are of: kept beside the roster, sealed as it is, and gone with
 * it when the sign-in ends; what waits can then be sent and not be read.
 */
export const scanNotes = createStore<Readonly<Record<string, ScanNote>>>({})

/** Enough of a sealed text to tell it from all others: it begins with a random key. */
const NAME_LETTERS = 40

/** The name under which a sealed scan is noted. */
export const noteName = (sealed: string): string => sealed.slice(0, NAME_LETTERS)

/** What a stored scan is of, as far as this phone may know: a sealed one as it was noted. */
export function readable<Scan extends { scanned: string; shown?: unknown }>(
  scan: Scan,
): Scan | (Scan & ScanNote) {
  const note = looksSealed(scan.scanned) ? scanNotes.get()[noteName(scan.scanned)] : undefined
  return note === undefined ? scan : { ...scan, scanned: note.scanned, shown: note.shown }
}
