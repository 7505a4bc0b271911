import pLimit from 'p-limit'
import { refusalWords } from '#words/refusal'
import type { Text } from '#words/say'

/** Too many wait already; who asks is told to come back. */
export class Crowded extends Error {
  override readonly name = 'Crowded'

  readonly says: Text

  constructor(says: Text = refusalWords.busy) {
    super(says.en)
    this.says = says
  }
}

/** Lets few through at once, and few wait. */
export type Gate = <T>(work: () => Promise<T>) => Promise<T>

/** A gate for costly work: `atOnce` are let through, `waiting` may wait, and all others hear `Crowded` at once. */
export function gate({
  atOnce,
  waiting,
  says,
}: {
  atOnce: number
  waiting: number
  says?: Text
}): Gate {
  const limit = pLimit(atOnce)
  return async (work) => {
    if (limit.activeCount >= atOnce && limit.pendingCount >= waiting) throw new Crowded(says)
    return limit(work)
  }
}
