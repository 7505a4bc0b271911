import { useEffect, useState } from 'react'
import type { Draft } from '#offline/outbox/outbox-records'
import { currentSession } from '../session/session.ts'

// The database's code comes with the outbox's, after the first screen.
const engine = () => import('./engine.ts')

// That of a dormitory type remembers that a place was held; nothing was written.
const DORM = 'dorm'

/** The drafts of the bound identity. */
export const drafts = {
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
  /** All that was written and not submitted; nothing where nobody can look. */
  list: async (): Promise<readonly Draft[]> => {
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

/** What waits and what arrived is read; where that fails, the view says so. */
const outboxRead = () =>
  engine()
    .then(({ refreshOutboxView }) => refreshOutboxView())
    .catch(() => {})

/**
 * What is being typed into a form: the draft of it, and how to keep more. Ready once the outbox was
 * read as well: a form that opens before would be an empty one, and keep what is typed into it.
 */
export function useDraft(form: string) {
  const [stored, setStored] = useState<{ ready: boolean; draft?: unknown }>({ ready: false })
  useEffect(() => {
    let gone = false
    void Promise.all([drafts.read(form), outboxRead()]).then(
      ([draft]) => gone || setStored({ ready: true, draft }),
    )
    return () => {
      gone = true
    }
  }, [form])
  return {
    ...stored,
    save: (values: unknown) => drafts.save(form, values),
    drop: () => drafts.drop(form),
  }
}
