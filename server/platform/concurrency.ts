import pLimit from 'p-limit'
import { refusalTexts } from '#i18n/refusals'
import type { LocalizedText } from '#i18n/translate'

/** Thrown if too many callers already wait; the caller should retry later. */
export class OverloadedError extends Error {
  override readonly name = 'OverloadedError'

  readonly says: LocalizedText

  constructor(says: LocalizedText = refusalTexts.busy) {
    super(says.en)
    this.says = says
  }
}

/** Runs `work` as soon as a slot is free. */
export type ConcurrencyLimit = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Creates a limit for costly work: at most `atOnce` calls run and at most `waiting` calls wait for
 * a slot. Further calls reject with an `OverloadedError` at once.
 */
export function createConcurrencyLimit({
  atOnce,
  waiting,
  says,
}: {
  atOnce: number
  waiting: number
  says?: LocalizedText
}): ConcurrencyLimit {
  const limit = pLimit(atOnce)
  return async (work) => {
    if (limit.activeCount >= atOnce && limit.pendingCount >= waiting)
      throw new OverloadedError(says)
    return limit(work)
  }
}
