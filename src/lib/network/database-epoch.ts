import { currentSession } from '../session/session.ts'

/** The shortest pause between a failed check and the next check, ms. */
const PAUSE_MS = 60_000

let asked: { readonly what: string; readonly at: number; readonly isDone: boolean } | undefined

/**
 * Handles a response that names an epoch of the university's database, which means that the
 * database was restored to an earlier state. The receipts of earlier epochs are checked once for
 * each page and person. The code of the check is loaded on demand.
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
