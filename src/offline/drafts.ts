import type { AnyForm } from '#contract/form'
import { forms as knownForms } from '#contract/forms'
import type { Database } from './database.ts'
import type { Draft } from './item.ts'
import { type Saved, saving } from './saving.ts'

/**
 * What is being typed, one draft a form and person. A submission drops its form's draft in the same
 * transaction.
 */
export interface Drafts {
  readonly save: (draft: Omit<Draft, 'schemaVersion'>) => Promise<Saved>
  readonly read: (subject: string, form: string) => Promise<Draft | undefined>
  readonly drop: (subject: string, form: string) => Promise<void>
}

/** The drafts in the outbox's database. */
export function createDrafts({
  database,
  forms = knownForms,
}: {
  database: Database
  forms?: Readonly<Record<string, AnyForm>>
}): Drafts {
  return {
    save: (draft) => {
      const schemaVersion = forms[draft.form]?.schemaVersion ?? 0
      return saving(database, () =>
        database.run({ mode: 'readwrite', stores: ['drafts'] }, async (transaction) => {
          await transaction.objectStore('drafts').put({ ...draft, schemaVersion })
          return 0
        }),
      )
    },

    read: async (subject, form) => {
      const draft = await database.run({ mode: 'readonly', stores: ['drafts'] }, (transaction) =>
        transaction.objectStore('drafts').get([subject, form]),
      )
      // A draft of another version of the form would fill the wrong fields.
      return draft?.schemaVersion === (forms[form]?.schemaVersion ?? 0) ? draft : undefined
    },

    drop: (subject, form) =>
      database.run({ mode: 'readwrite', stores: ['drafts'] }, (transaction) =>
        transaction.objectStore('drafts').delete([subject, form]),
      ),
  }
}
