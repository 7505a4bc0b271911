import { createHash, type Hash } from 'node:crypto'

/** A checksum of a table's rows that does not depend on their order. */
export interface RowChecksum {
  readonly rows: number
  /** The sum of the rows' hashes, hexadecimal. */
  readonly sum: string
}

const LINE_END = 10
const LANES = 8

/** Sums the rows of COPY's text. A row is a line, because COPY escapes line feeds in values. */
export function createRowChecksum(): { add: (chunk: Buffer) => void; end: () => RowChecksum } {
  const sum = new Uint32Array(LANES)
  let rows = 0
  // A row can contain an image, so it is hashed chunk by chunk and never assembled.
  let row: Hash | undefined
  return {
    add: (chunk) => {
      for (let from = 0; from < chunk.length;) {
        const at = chunk.indexOf(LINE_END, from)
        const to = at === -1 ? chunk.length : at + 1
        row = (row ?? createHash('sha256')).update(chunk.subarray(from, to))
        from = to
        if (at === -1) return
        const digest = row.digest()
        row = undefined
        rows += 1
        // The hashes are added, because with XOR two equal rows would cancel each other. The typed
        // array wraps around.
        for (let lane = 0; lane < LANES; lane++)
          sum[lane] = (sum[lane] ?? 0) + digest.readUInt32LE(lane * 4)
      }
    },
    end: () => ({ rows, sum: Buffer.from(sum.buffer).toString('hex') }),
  }
}
