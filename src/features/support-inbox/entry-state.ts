import type { ComplaintState } from '#contract/support'

/** The tone of an entry's state. */
export const STATE_TONES = {
  open: 'wait',
  answered: 'done',
  closed: 'mute',
} as const satisfies Record<ComplaintState, string>
