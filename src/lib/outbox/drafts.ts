import { useEffect, useState } from 'react'
import type { FormDraft } from '#offline/outbox/outbox-records'
import { currentSession } from '../session/session.ts'

// The database's code is loaded with the outbox engine, after the first screen.
const engine = () => import('./engine.ts')

// The draft of a dormitory type only records that a bed was reserved; the student has typed nothing
// into it.
const DORM = 'dorm'

/**
 * The form drafts of the signed-in person. If nobody is signed in or the database cannot be used,
 * `read` resolves to undefined and `save` to false. No method rejects because of the database.
 */
export const formDrafts = {
  read: async (form: string): Promise<unknown> => {
    const session = currentSession()
    if (session === null) return undefined
    const draft = await engine()
      .then(({ draftStore }) => draftStore.read(session.subject, form))
      .catch(() => undefined)
    return draft?.values
  },
  save: async (form: string, values: unknown): Promise<boolean> => {
    const session = currentSession()
    if (session === null) return false
    const loaded = await engine().catch(() => undefined)
    const { subject } = session
    const saved = await loaded?.draftStore.save({ subject, form, values, savedAt: Date.now() })
    return saved?.type === 'saved'
  },
  /** All drafts that were not submitted; empty if the database cannot be read. */
  list: async (): Promise<readonly FormDraft[]> => {
    const session = currentSession()
    if (session === null) return []
    const kept = await engine()
      .then(({ draftStore }) => draftStore.list(session.subject))
      .catch(() => [])
    return kept.filter(({ form }) => form !== DORM)
  },
  drop: async (form: string): Promise<void> => {
    const session = currentSession()
    if (session !== null)
      await engine()
        .then(({ draftStore }) => draftStore.drop(session.subject, form))
        .catch(() => {})
  },
}

/** Reads the outbox; the outbox view shows a failure. */
const outboxRead = () =>
  engine()
    .then(({ refreshOutboxView }) => refreshOutboxView())
    .catch(() => {})

/**
 * The draft of a form, and functions to save and drop the draft. `ready` becomes true when the
 * draft and the outbox have both been read. A form that was shown earlier would be empty, and input
 * in it would overwrite the draft.
 */
export function useDraft(form: string) {
  const [stored, setStored] = useState<{ ready: boolean; draft?: unknown }>({ ready: false })
  useEffect(() => {
    let gone = false
    void Promise.all([formDrafts.read(form), outboxRead()]).then(
      ([draft]) => gone || setStored({ ready: true, draft }),
    )
    return () => {
      gone = true
    }
  }, [form])
  return {
    ...stored,
    save: (values: unknown) => formDrafts.save(form, values),
    drop: () => formDrafts.drop(form),
  }
}
