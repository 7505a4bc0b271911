/**
 * The tone of a status, shown as a colour (`data-tone` in tokens.css): waiting, done, needs action,
 * neutral, or next.
 */
export type Tone = 'wait' | 'done' | 'need' | 'mute' | 'brand'
