import { queuedForms as knownForms } from '#contract/forms'
import type { AnyForm } from '#contract/queued-form'
import {
  type OutboxDatabase,
  type Transaction,
  ignoreRejection,
} from '../storage/outbox-database.ts'
import type { Draft } from './outbox-records.ts'
import { type SaveResult, saveWithResult } from './save-result.ts'

/**
 * What is being typed, one draft a form and person. A submission drops its form's draft in the same
 * transaction. What a newer version of the app is typing in another tab stays; an older one's draft
 * lies inside of it.
 */
export interface DraftStore {
  readonly save: (draft: Omit<Draft, 'schemaVersion' | 'older'>) => Promise<SaveResult>
  readonly read: (subject: string, form: string) => Promise<Draft | undefined>
  /** All of a person: what the store has, and what this page holds beside it. */
  readonly list: (subject: string) => Promise<readonly Draft[]>
  readonly drop: (subject: string, form: string) => Promise<void>
  /** What this page has typed or read of a person and not dropped: a browser may take the store away. */
  readonly listInMemory: (subject: string) => readonly Draft[]
  /** A submission has dropped it. */
  readonly forget: (subject: string, form: string) => void
  /** Of all but this person nothing is held any more. */
  readonly forgetOthers: (subject?: string) => void
}

/** The drafts in the outbox's database. */
export function createDraftStore({
  database,
  forms = knownForms,
}: {
  database: OutboxDatabase
  forms?: Readonly<Record<string, AnyForm>>
}): DraftStore {
  const versionOf = (form: string) => forms[form]?.schemaVersion ?? 0
  const held = new Map<string, Draft>()
  const placeOf = (subject: string, form: string) => JSON.stringify([subject, form])
  const release = (subject: string, form: string) => void held.delete(placeOf(subject, form))
  const find = async (subject: string, form: string) => {
    const stored = await database.run({ mode: 'readonly', stores: ['drafts'] }, (transaction) =>
      transaction.objectStore('drafts').get([subject, form]),
    )
    return readable(stored)
  }
  // A draft of another version of the form would fill the wrong fields.
  const readable = (stored: Draft | undefined) => {
    if (stored === undefined) return undefined
    const version = versionOf(stored.form)
    const draft = draftOfVersion(stored, version)
    return draft?.schemaVersion === version ? draft : undefined
  }
  return {
    listInMemory: (subject) => [...held.values()].filter((one) => one.subject === subject),
    forget: release,
    forgetOthers: (subject) => {
      for (const [place, one] of held) if (one.subject !== subject) held.delete(place)
    },

    save: (typed) => {
      const draft = { ...typed, schemaVersion: versionOf(typed.form) }
      held.set(placeOf(draft.subject, draft.form), draft)
      return saveWithResult(database, () =>
        database.run({ mode: 'readwrite', stores: ['drafts'] }, async (transaction) => {
          const store = transaction.objectStore('drafts')
          const stored = await store.get([draft.subject, draft.form])
          await store.put(withDraft(stored, draft))
          return 0
        }),
      )
    },

    read: async (subject, form) => {
      const draft = await find(subject, form)
      if (draft !== undefined) held.set(placeOf(subject, form), draft)
      return draft
    },

    list: async (subject) => {
      const stored = await database.run({ mode: 'readonly', stores: ['drafts'] }, (transaction) =>
        transaction.objectStore('drafts').getAll(),
      )
      const own = stored.filter((one) => one.subject === subject)
      const found = own.flatMap((one) => readable(one) ?? [])
      const isStored = ({ form }: Draft) => own.some((one) => one.form === form)
      return [
        ...found,
        ...[...held.values()].filter((one) => one.subject === subject && !isStored(one)),
      ]
    },

    drop: (subject, form) => {
      release(subject, form)
      return database.run({ mode: 'readwrite', stores: ['drafts'] }, (transaction) =>
        deleteDraft(transaction, { subject, form, schemaVersion: versionOf(form) }),
      )
    },
  }
}

/** Drop the draft of a form in this version; a newer version's stays. */
export async function deleteDraft(
  transaction: Transaction<'readwrite'>,
  { subject, form, schemaVersion }: Pick<Draft, 'subject' | 'form' | 'schemaVersion'>,
): Promise<void> {
  const store = transaction.objectStore('drafts')
  const stored = await store.get([subject, form])
  const left = withoutDraft(stored, schemaVersion)
  if (left !== undefined) ignoreRejection(store.put(left))
  else if (stored !== undefined) ignoreRejection(store.delete([subject, form]))
}

const draftOfVersion = (stored: Draft | undefined, version: number): Draft | undefined =>
  stored !== undefined && stored.schemaVersion > version
    ? draftOfVersion(stored.older, version)
    : stored

const withDraft = (stored: Draft | undefined, draft: Draft): Draft =>
  stored !== undefined && stored.schemaVersion > draft.schemaVersion
    ? { ...stored, older: withDraft(stored.older, draft) }
    : draft

function withoutDraft(stored: Draft | undefined, version: number): Draft | undefined {
  if (stored === undefined || stored.schemaVersion <= version) return undefined
  const { older, ...newer } = stored
  const left = withoutDraft(older, version)
  return left === undefined ? newer : { ...newer, older: left }
}
