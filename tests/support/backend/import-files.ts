import { stringify } from 'csv-stringify/sync'

/** The rows of a file, each with its cells. */
export type CellTable = readonly (readonly string[])[]

/** Encode a table as CSV in UTF-8. */
export const encodeCsv = (rows: CellTable): Uint8Array =>
  new TextEncoder().encode(stringify(rows.map((row) => [...row])))

// Node can decode GB18030 but not encode it. Every pair of bytes is decoded once, which gives the
// table for encoding.
let table: ReadonlyMap<string, readonly number[]> | undefined

/** Encode text in GB18030, for characters of two bytes. */
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
