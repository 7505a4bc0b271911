import pLimit from 'p-limit'
import { refusalTexts } from '#i18n/refusals'
import type { Text } from '#i18n/translate'

/** Too many callers wait already; the caller should retry later. */
export class OverloadedError extends Error {
  override readonly name = 'OverloadedError'

  readonly says: Text

  constructor(says: Text = refusalTexts.busy) {
    super(says.en)
    this.says = says
  }
}

/** Runs work as soon as its turn comes. */
export type ConcurrencyLimit = <T>(work: () => Promise<T>) => Promise<T>

/**
 * For costly work: `atOnce` of it run, `waiting` wait for their turn, and all others are refused
 * with an `OverloadedError` at once.
 */
export function createConcurrencyLimit({
  atOnce,
  waiting,
  says,
}: {
  atOnce: number
  waiting: number
  says?: Text
}): ConcurrencyLimit {
  const limit = pLimit(atOnce)
  return async (work) => {
    if (limit.activeCount >= atOnce && limit.pendingCount >= waiting)
      throw new OverloadedError(says)
    return limit(work)
  }
}
