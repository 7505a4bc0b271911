import type { ComplaintState } from '#contract/support'

/** The tone of each state of an entry. */
export const INBOX_STATE_TONES = {
  open: 'wait',
  answered: 'done',
  closed: 'mute',
} as const satisfies Record<ComplaintState, string>
