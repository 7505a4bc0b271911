import { useEffect, useState } from 'react'
import * as v from 'valibot'
import { formDrafts } from '#app/lib/outbox/drafts.ts'
import { currentSession } from '#app/lib/session/session.ts'

interface AccountChange {
  /** Set when the user has entered the phone number on record. */
  known?: true
  /**
   * A ticket that proves for one change that the user knows the number on record; not every backend
   * issues one.
   */
  phoneTicket?: string | undefined
  newPhone?: string
  /** The ticket of the identity check, for one password reset. */
  ticket?: string
}

/**
 * The stored state of a phone number change, so that the change continues after a reload. It
 * contains no code, no ID number, no password and no password reset.
 */
const Kept = v.object({
  at: v.number(),
  known: v.literal(true),
  phoneTicket: v.optional(v.string()),
  newPhone: v.optional(v.string()),
})

const FORM = 'phone-change'
/** After this time the change is discarded, ms; the campus discards it after the same time. */
const CHANGE_LIFETIME_MS = 30 * 60_000

let kept: { readonly subject: string; readonly change: AccountChange } = { subject: '', change: {} }

/**
 * Returns the data of the user's phone number change or password reset, which takes several pages.
 * After another user has signed in, the data is empty (PRO-14, PRO-20).
 */
export function getAccountChange(): AccountChange {
  const subject = currentSession()?.subject ?? ''
  if (kept.subject !== subject) kept = { subject, change: {} }
  return kept.change
}

/**
 * Returns the change as it was when this page of it opened, including the stored state; undefined
 * until the storage has been read. The state is stored because users read the SMS code in another
 * app, and the phone might close this app in the meantime.
 */
export function useAccountChange(): AccountChange | undefined {
  const [opened, setOpened] = useState<AccountChange | undefined>(() =>
    getAccountChange().known === true ? { ...getAccountChange() } : undefined,
  )
  const isOpen = opened !== undefined
  useEffect(() => {
    if (isOpen) return undefined
    let gone = false
    void formDrafts.read(FORM).then((draft) => {
      const read = v.safeParse(Kept, draft)
      if (read.success && Date.now() - read.output.at < CHANGE_LIFETIME_MS) {
        const { at: _at, ...change } = read.output
        Object.assign(getAccountChange(), change)
      }
      if (!gone) setOpened({ ...getAccountChange() })
    })
    return () => {
      gone = true
    }
  }, [isOpen])
  return opened
}

/** Saves the progress in memory and in storage. */
export function saveAccountChange(step: Pick<AccountChange, 'phoneTicket' | 'newPhone'>): void {
  const { phoneTicket, newPhone } = Object.assign(getAccountChange(), step, {
    known: true as const,
  })
  const changeBody = {
    ...(phoneTicket !== undefined && { phoneTicket }),
    ...(newPhone !== undefined && { newPhone }),
  }
  // Without storage the change continues within this page.
  void formDrafts.save(FORM, { at: Date.now(), known: true, ...changeBody }).catch(() => {})
}

/** Deletes the change. */
export function clearAccountChange(): void {
  kept = { subject: '', change: {} }
  void formDrafts.drop(FORM)
}
