import { stringify } from 'csv-stringify/sync'

/** Rows of cells. */
export type CellTable = readonly (readonly string[])[]

/** A table as CSV in UTF-8. */
export const encodeCsv = (rows: CellTable): Uint8Array =>
  new TextEncoder().encode(stringify(rows.map((row) => [...row])))

// Node reads GB18030 and does not write it: every pair of bytes is read once, which gives the way back.
let table: ReadonlyMap<string, readonly number[]> | undefined

/** Text in GB18030, as far as it has two bytes a character. */
export function encodeGb18030(text: string): Uint8Array {
  table ??= pairs()
  return Uint8Array.from(
    [...text].flatMap((one) => {
      const bytes = one <= '\u007f' ? [one.charCodeAt(0)] : table?.get(one)
      if (bytes === undefined) throw new Error(`No two bytes are ${one} in GB18030.`)
      return bytes
    }),
  )
}

function pairs(): Map<string, readonly number[]> {
  const decoder = new TextDecoder('gb18030')
  const found = new Map<string, readonly number[]>()
  for (let first = 0x81; first <= 0xfe; first += 1)
    for (let second = 0x40; second <= 0xfe; second += 1)
      if (second !== 0x7f) found.set(decoder.decode(Uint8Array.of(first, second)), [first, second])
  return found
}
