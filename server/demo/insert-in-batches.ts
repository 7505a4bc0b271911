// A statement takes at most 65535 values.
const AT_ONCE = 2000

/** Insert many rows, a part at a time. */
export async function insertInBatches<T>(
  rows: readonly T[],
  insert: (part: readonly T[]) => Promise<unknown>,
): Promise<void> {
  for (let from = 0; from < rows.length; from += AT_ONCE)
    await insert(rows.slice(from, from + AT_ONCE))
}
