import { currentSession } from '../session/session.ts'

/** So long after a question that was not answered it is asked again, ms. */
const PAUSE_MS = 60_000

let asked: { readonly what: string; readonly at: number; readonly isDone: boolean } | undefined

/**
 * An answer named the life of the university's database that it came from: it was brought back to an
 * earlier state. Receipts that are older than that are asked about, once for each page and person;
 * the code for it comes when it is needed.
 */
export function handleDatabaseEpoch(epoch: string): void {
  const subject = currentSession()?.subject
  const what = `${subject} ${epoch}`
  const now = Date.now()
  if (subject === undefined) return
  if (asked?.what === what && (asked.isDone || Math.abs(now - asked.at) < PAUSE_MS)) return
  asked = { what, at: now, isDone: false }
  import('../outbox/verify-receipts.ts')
    .then(({ verifyReceipts }) => verifyReceipts(epoch))
    .then(
      (isDone) => {
        if (asked?.what === what) asked = { what, at: now, isDone }
      },
      () => {},
    )
}
