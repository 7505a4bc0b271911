import pLimit from 'p-limit'

/** Too many wait already; who asks is told to come back. */
export class Crowded extends Error {
  override readonly name = 'Crowded'
}

/** Lets few through at once, and few wait. */
export type Gate = <T>(work: () => Promise<T>) => Promise<T>

/** A gate for costly work: `atOnce` are let through, `waiting` may wait, and all others hear `Crowded` at once. */
export function gate({ atOnce, waiting }: { atOnce: number; waiting: number }): Gate {
  const limit = pLimit(atOnce)
  return async (work) => {
    if (limit.activeCount >= atOnce && limit.pendingCount >= waiting) throw new Crowded()
    return limit(work)
  }
}
