/** A code counts as still in view until this long after it was last seen, ms. */
const IN_VIEW_MS = 1500

/** Recognizes a code that stays in front of the camera. */
export interface RepeatedScanFilter {
  /**
   * Whether this text was in view a moment ago. Each call extends the period in which the text
   * counts as in view.
   */
  readonly isRepeat: (text: string) => boolean
  /**
   * Restarts the period. Call it after a decision, because the code in view is the code that was
   * decided on.
   */
  readonly renew: () => void
}

/** Creates an empty filter. */
export function createRepeatedScanFilter(): RepeatedScanFilter {
  let last = { text: '', at: 0 }
  return {
    isRepeat: (text) => {
      const stays = text === last.text && Date.now() - last.at < IN_VIEW_MS
      last = { text, at: Date.now() }
      return stays
    },
    renew: () => {
      last = { ...last, at: Date.now() }
    },
  }
}
