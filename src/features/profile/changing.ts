import { currentSession } from '#app/lib/session.ts'

interface Change {
  /** The number on record was given. */
  known?: true
  /** That it was, for one change; not every backend gives one. */
  phoneTicket?: string | undefined
  newPhone?: string
  /** Of the identity check, for one reset. */
  ticket?: string
}

let kept: { readonly subject: string; readonly change: Change } = { subject: '', change: {} }

/**
 * What one page of a change hands to the next, in this page's memory only: a reload begins anew, no number, ticket or
 * password is ever written down, and whoever is bound next finds nothing (PRO-14, PRO-20).
 */
export function changing(): Change {
  const subject = currentSession()?.subject ?? ''
  if (kept.subject !== subject) kept = { subject, change: {} }
  return kept.change
}

/** Forget all of it. */
export const endChange = (): void => {
  kept = { subject: '', change: {} }
}
