let ahead = 0

/** Remember how far the server's clock is ahead of this phone's; `at` is the server's time of an answer, ms. */
export function noteServerTime(at: number | undefined): void {
  if (at !== undefined) ahead = at - Date.now()
}

/** Now by the server's clock, ms; by the phone's until the first answer. */
export const serverNow = (): number => Date.now() + ahead
