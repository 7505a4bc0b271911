// A statement has at most 65535 parameters.
const AT_ONCE = 2000

/** Inserts many rows in batches. */
export async function insertInBatches<T>(
  rows: readonly T[],
  insert: (part: readonly T[]) => Promise<unknown>,
): Promise<void> {
  for (let from = 0; from < rows.length; from += AT_ONCE)
    await insert(rows.slice(from, from + AT_ONCE))
}
