/** The ids of the open sheets, which have a history entry each (close-on-back.ts). */
export const openSheets = new Set<string>()

/**
 * Skips the history entries of sheets that are already closed: going back to such an entry
 * continues to the page before it. Returns a function that stops the skipping.
 */
export function skipClosedSheets(): () => void {
  const onPop = () => {
    const sheet = sheetOf(history.state)
    if (sheet !== undefined && !openSheets.has(sheet)) history.back()
  }
  addEventListener('popstate', onPop)
  return () => removeEventListener('popstate', onPop)
}

/** Returns the id of the sheet that added this history entry; undefined for a page's own entry. */
export const sheetOf = (state: unknown): string | undefined =>
  typeof state === 'object' && state !== null && 'sheet' in state && typeof state.sheet === 'string'
    ? state.sheet
    : undefined
