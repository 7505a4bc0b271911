import { findQueuedForm } from '#contract/forms'
import type { FindQueuedForm } from '#contract/queued-form'
import {
  type OutboxDatabase,
  type OutboxTransaction,
  ignoreRejection,
} from '../storage/outbox-database.ts'
import { deleteUnusedAttachments, isOfForm, storesOfFiles } from './attachments.ts'
import type { FormDraft } from './outbox-records.ts'
import { type SaveResult, saveWithResult } from './save-result.ts'

/**
 * Stores the drafts of forms, one for each form and subject. A submission deletes its form's draft
 * in the same transaction. Tabs with different versions of the app do not overwrite each other's
 * drafts: the record of the newer version contains the draft of the older version as `older`.
 */
export interface DraftStore {
  readonly save: (draft: Omit<FormDraft, 'schemaVersion' | 'older'>) => Promise<SaveResult>
  readonly read: (subject: string, form: string) => Promise<FormDraft | undefined>
  /** All drafts of a subject: those in the database, and those only in this page's memory. */
  readonly list: (subject: string) => Promise<readonly FormDraft[]>
  readonly drop: (subject: string, form: string) => Promise<void>
  /**
   * The drafts of a subject in this page's memory: those that the page has saved or read and not
   * dropped. They are needed because the browser can delete the database under an open page.
   */
  readonly listInMemory: (subject: string) => readonly FormDraft[]
  /** Removes a draft from memory after a submission has deleted the draft from the database. */
  readonly forget: (subject: string, form: string) => void
  /** Removes the drafts of all subjects except this one from memory. */
  readonly forgetOthers: (subject?: string) => void
}

/** Creates the store of drafts in the outbox's database. */
export function createDraftStore({
  database,
  findForm = findQueuedForm,
}: {
  database: OutboxDatabase
  findForm?: FindQueuedForm
}): DraftStore {
  const versionOf = (form: string) => findForm(form)?.schemaVersion ?? 0
  const held = new Map<string, FormDraft>()
  const placeOf = (subject: string, form: string) => JSON.stringify([subject, form])
  const release = (subject: string, form: string) => void held.delete(placeOf(subject, form))
  const find = async (subject: string, form: string) => {
    const stored = await database.run({ mode: 'readonly', stores: ['drafts'] }, (transaction) =>
      transaction.objectStore('drafts').get([subject, form]),
    )
    return readable(stored)
  }
  // A draft of another schema version would fill the wrong fields of the form.
  const readable = (stored: FormDraft | undefined) => {
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
      const isStored = ({ form }: FormDraft) => own.some((one) => one.form === form)
      return [
        ...found,
        ...[...held.values()].filter((one) => one.subject === subject && !isStored(one)),
      ]
    },

    drop: (subject, form) => {
      release(subject, form)
      const definition = findForm(form)
      const schemaVersion = versionOf(form)
      const stores = ['drafts' as const, 'items' as const, ...storesOfFiles(definition)]
      return database.run({ mode: 'readwrite', stores }, async (transaction) => {
        await deleteDraft(transaction, { subject, form, schemaVersion })
        if (definition?.readAttachments !== undefined)
          await deleteUnusedAttachments(transaction, isOfForm({ subject, form }), true)
      })
    },
  }
}

/**
 * Deletes the draft of a form with this schema version. A draft of a newer schema version stays.
 */
export async function deleteDraft(
  transaction: OutboxTransaction<'readwrite'>,
  { subject, form, schemaVersion }: Pick<FormDraft, 'subject' | 'form' | 'schemaVersion'>,
): Promise<void> {
  const store = transaction.objectStore('drafts')
  const stored = await store.get([subject, form])
  const left = withoutDraft(stored, schemaVersion)
  if (left !== undefined) ignoreRejection(store.put(left))
  else if (stored !== undefined) ignoreRejection(store.delete([subject, form]))
}

const draftOfVersion = (stored: FormDraft | undefined, version: number): FormDraft | undefined =>
  stored !== undefined && stored.schemaVersion > version
    ? draftOfVersion(stored.older, version)
    : stored

const withDraft = (stored: FormDraft | undefined, draft: FormDraft): FormDraft =>
  stored !== undefined && stored.schemaVersion > draft.schemaVersion
    ? { ...stored, older: withDraft(stored.older, draft) }
    : draft

function withoutDraft(stored: FormDraft | undefined, version: number): FormDraft | undefined {
  if (stored === undefined || stored.schemaVersion <= version) return undefined
  const { older, ...newer } = stored
  const left = withoutDraft(older, version)
  return left === undefined ? newer : { ...newer, older: left }
}
