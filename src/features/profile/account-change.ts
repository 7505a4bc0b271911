import { useEffect, useState } from 'react'
import * as v from 'valibot'
import { drafts } from '#app/lib/outbox/drafts.ts'
import { currentSession } from '#app/lib/session/session.ts'

interface AccountChange {
  /** The number on record was given. */
  known?: true
  /** That it was, for one change; not every backend gives one. */
  phoneTicket?: string | undefined
  newPhone?: string
  /** Of the identity check, for one reset. */
  ticket?: string
}

/**
 * What a reload finds of a change of the number: how far it had got. No code, no ID number, no
 * password, no reset.
 */
const Kept = v.object({
  at: v.number(),
  known: v.literal(true),
  phoneTicket: v.optional(v.string()),
  newPhone: v.optional(v.string()),
})

const FORM = 'phone-change'
/** The campus forgets it after as long. */
const CHANGE_LIFETIME_MS = 30 * 60_000

let kept: { readonly subject: string; readonly change: AccountChange } = { subject: '', change: {} }

/**
 * What one page of a change hands to the next; whoever is bound next finds nothing of it (PRO-14,
 * PRO-20).
 */
export function getAccountChange(): AccountChange {
  const subject = currentSession()?.subject ?? ''
  if (kept.subject !== subject) kept = { subject, change: {} }
  return kept.change
}

/**
 * The same as it was when a page was opened, with what an earlier page left; undefined until that
 * was looked for. A code is read in another app, and phones end pages meanwhile.
 */
export function useAccountChange(): AccountChange | undefined {
  const [opened, setOpened] = useState<AccountChange | undefined>(() =>
    getAccountChange().known === true ? { ...getAccountChange() } : undefined,
  )
  const isOpen = opened !== undefined
  useEffect(() => {
    if (isOpen) return undefined
    let gone = false
    void drafts.read(FORM).then((draft) => {
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

/** Take in how far it has got, here and for a reload. */
export function saveAccountChange(step: Pick<AccountChange, 'phoneTicket' | 'newPhone'>): void {
  const { phoneTicket, newPhone } = Object.assign(getAccountChange(), step, {
    known: true as const,
  })
  const words = {
    ...(phoneTicket !== undefined && { phoneTicket }),
    ...(newPhone !== undefined && { newPhone }),
  }
  // Without a store the change goes on in this page.
  void drafts.save(FORM, { at: Date.now(), known: true, ...words }).catch(() => {})
}

/** Forget all of it. */
export function clearAccountChange(): void {
  kept = { subject: '', change: {} }
  void drafts.drop(FORM)
}
