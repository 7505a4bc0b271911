/**
 * How something stands, shown by a colour (`data-tone` in tokens.css): it waits, it is done, it
 * needs somebody, it is neither good nor bad, or it is what comes next.
 */
export type Tone = 'wait' | 'done' | 'need' | 'mute' | 'brand'
