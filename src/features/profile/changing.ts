/**
 * What one page of a change hands to the next, in this page's memory only: a reload begins anew, and no number, ticket
 * or password is ever written down (PRO-14, PRO-20).
 */
export const changing: {
  /** The number on record was given. */
  known?: true
  newPhone?: string
  /** Of the identity check, for one reset. */
  ticket?: string
} = {}

/** Forget all of it. */
export function endChange(): void {
  delete changing.known
  delete changing.newPhone
  delete changing.ticket
}
