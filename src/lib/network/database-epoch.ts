import { currentSession } from '../session/session.ts'

/** How long after a failed check the next one may start, ms. */
const PAUSE_MS = 60_000

let asked: { readonly what: string; readonly at: number; readonly isDone: boolean } | undefined

/**
 * Handles a response that names an epoch of the university's database: the database was restored to
 * an earlier state. Checks the receipts of earlier epochs, once for each page and person; the code
 * for it is loaded on demand.
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
