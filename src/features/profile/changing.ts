import { useEffect, useState } from 'react'
import * as v from 'valibot'
import { drafts } from '#app/lib/outbox/drafts.ts'
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
const GOOD_MS = 30 * 60_000

let kept: { readonly subject: string; readonly change: Change } = { subject: '', change: {} }

/**
 * What one page of a change hands to the next; whoever is bound next finds nothing of it (PRO-14,
 * PRO-20).
 */
export function changing(): Change {
  const subject = currentSession()?.subject ?? ''
  if (kept.subject !== subject) kept = { subject, change: {} }
  return kept.change
}

/**
 * The same as it was when a page was opened, with what an earlier page left; undefined until that
 * was looked for. A code is read in another app, and phones end pages meanwhile.
 */
export function useChanging(): Change | undefined {
  const [opened, setOpened] = useState<Change | undefined>(() =>
    changing().known === true ? { ...changing() } : undefined,
  )
  const isOpen = opened !== undefined
  useEffect(() => {
    if (isOpen) return undefined
    let gone = false
    void drafts.read(FORM).then((draft) => {
      const read = v.safeParse(Kept, draft)
      if (read.success && Date.now() - read.output.at < GOOD_MS) {
        const { at: _at, ...change } = read.output
        Object.assign(changing(), change)
      }
      if (!gone) setOpened({ ...changing() })
    })
    return () => {
      gone = true
    }
  }, [isOpen])
  return opened
}

/** Take in how far it has got, here and for a reload. */
export function keepChange(step: Pick<Change, 'phoneTicket' | 'newPhone'>): void {
  const { phoneTicket, newPhone } = Object.assign(changing(), step, { known: true as const })
  const words = {
    ...(phoneTicket !== undefined && { phoneTicket }),
    ...(newPhone !== undefined && { newPhone }),
  }
  // Without a store the change goes on in this page.
  void drafts.save(FORM, { at: Date.now(), known: true, ...words }).catch(() => {})
}

/** Forget all of it. */
export function endChange(): void {
  kept = { subject: '', change: {} }
  void drafts.drop(FORM)
}
