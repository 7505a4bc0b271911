import { useEffect, useState } from 'react'
import * as v from 'valibot'
import { formDrafts } from '#app/lib/outbox/drafts.ts'
import { CampusFormDefinition } from '#contract/campus-form-definition'
import { CampusFormSettings } from '#contract/campus-form-settings'
import type { EditedForm } from './edit-history.ts'

const LocalDraft = v.object({
  definition: CampusFormDefinition,
  settings: CampusFormSettings,
  unread: v.optional(v.record(v.string(), v.string())),
  /** The revision on which the changes are based; '' for a new form. */
  base: v.string(),
  /** The names that no other item or choice could have when the form was opened. */
  known: v.optional(v.array(v.string())),
  /** When they were made, ms since the epoch. */
  at: v.number(),
})
/** The changes of a form that were not saved yet, as this device keeps them. */
export type LocalDraft = v.InferOutput<typeof LocalDraft>

const nameOf = (id: string) => `form-editor-${id === '' ? 'new' : id}`

/** Reads the unsaved changes of a form that this device keeps; undefined while it reads. */
export function useLocalDraft(id: string): { readonly draft: LocalDraft | undefined } | undefined {
  const [stored, setStored] = useState<{ readonly draft: LocalDraft | undefined }>()
  useEffect(() => {
    let isGone = false
    void formDrafts.read(nameOf(id)).then((values) => {
      const parsed = v.safeParse(LocalDraft, values)
      if (!isGone) setStored({ draft: parsed.success ? parsed.output : undefined })
    })
    return () => {
      isGone = true
    }
  }, [id])
  return stored
}

/** Keeps unsaved changes on this device until they are saved or discarded. */
export const saveLocalDraft = (
  id: string,
  form: EditedForm,
  from: Pick<LocalDraft, 'base' | 'known'>,
) => formDrafts.save(nameOf(id), { ...form, ...from, at: Date.now() })

/** Forgets the unsaved changes of a form. */
export const dropLocalDraft = (id: string) => formDrafts.drop(nameOf(id))
