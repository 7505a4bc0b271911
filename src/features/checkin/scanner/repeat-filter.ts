/** So long after it was last seen a code counts as still held before the camera. */
const IN_VIEW_MS = 1500

/** What the camera has seen last. */
export interface RepeatFilter {
  /** Is this text still the one that was there a moment ago? Each look renews it. */
  readonly isRepeat: (text: string) => boolean
  /** A decision was made: what is in view now is the code that it was about. */
  readonly renew: () => void
}

/** Nothing seen yet. */
export function createRepeatFilter(): RepeatFilter {
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
