import { useEffect, useState } from 'react'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { callApi } from '#app/lib/network/call-api.ts'
import { useOnlineCall } from '#app/lib/network/online-call.ts'
import { showToast } from '#app/ui/toast.ts'
import { campusFormEditing, type EditableCampusForm } from '#contract/campus-form-editing'
import { campusFormEditingTexts } from '#i18n/campus-form-editing'
import { describeUnsavable } from './describe-problem.ts'
import { type Edit, type EditedForm, useEditHistory } from './edit-history.ts'
import { avoidNames, everyNameOf, namesOf } from './form-edits.ts'
import { dropLocalDraft, type LocalDraft, saveLocalDraft } from './local-draft.ts'
import { itemOfUnread } from './unread-texts.tsx'

/**
 * The draft of a form while it is edited. Changes are kept on this device at once, and saved as the
 * draft of the campus by a button, so that a colleague finds whole drafts and the audit log has few
 * entries.
 */
export function useFormDraft({
  opened,
  etag,
  kept,
  onSavedFirst,
}: {
  opened: EditableCampusForm
  /** The revision of the draft that was opened; '' for a new form. */
  etag: string
  /** Unsaved changes that this device kept. */
  kept: LocalDraft | undefined
  /** Called when a new form has got its id. */
  onSavedFirst: (id: string) => void
}) {
  const texts = useTexts(campusFormEditingTexts)
  const language = useLanguage()
  const call = useOnlineCall()
  const [id, setId] = useState(opened.form)
  const history = useEditHistory(kept ?? opened)
  const { form } = history
  const { definition, settings } = form
  const [saved, setSaved] = useState<EditedForm>(opened)
  // The revision on which the changes are based.
  const [base, setBase] = useState(kept?.base ?? etag)
  // The names that are taken, and those of them that the changes take into account.
  const [usedNames, setUsedNames] = useState(opened.usedNames)
  const [known, setKnown] = useState(
    () => kept?.known ?? [...opened.usedNames, ...everyNameOf(opened.definition)],
  )
  const [isInConflict, setConflict] = useState(base !== etag)
  const isUnsaved = form !== saved
  useEffect(() => {
    void (isUnsaved ? saveLocalDraft(id, form, { base, known }) : dropLocalDraft(id))
  }, [id, form, base, known, isUnsaved])

  // What was typed in fields of items that are gone is dropped.
  const edit: Edit = (change, key) =>
    history.edit((now) => {
      const next = change(now)
      const names = namesOf(next.definition).add('')
      const unread = Object.entries(next.unread ?? {}).filter(([field]) =>
        names.has(itemOfUnread(field)),
      )
      return { ...next, unread: Object.fromEntries(unread) }
    }, key)

  /** Saves the draft over a revision; resolves to the form's id, undefined if it was not saved. */
  const save = async (over = base, written = form): Promise<string | undefined> => {
    if (describeUnsavable(written, language).length > 0) {
      call.setProblem(texts.formInvalid)
      return undefined
    }
    const outcome = await call.send(
      campusFormEditing.save,
      { form: id, definition: written.definition, settings },
      over === '' ? {} : { ifMatch: over },
    )
    if (outcome?.type === 'conflict') {
      call.setProblem(undefined)
      setConflict(true)
    }
    if (outcome?.type !== 'ok') return undefined
    await dropLocalDraft(id)
    setConflict(false)
    setSaved(written)
    setBase(outcome.etag ?? '')
    setId(outcome.data.form)
    showToast(texts.saved)
    if (id === '') onSavedFirst(outcome.data.form)
    return outcome.data.form
  }
  return {
    ...history,
    ...call,
    id,
    base,
    usedNames,
    isUnsaved,
    isInConflict,
    setConflict,
    edit,
    save,
    /** Saves the draft over what somebody else has saved. */
    overwrite: async () => {
      const newest = await callApi(campusFormEditing.find, { form: id })
      if (newest.type !== 'ok') return
      const { usedNames: used } = newest.data.form
      // What was published meanwhile keeps its names, because answers contain them.
      const avoided = new Set(used.filter((name) => !known.includes(name)))
      const written = { ...form, definition: avoidNames(definition, avoided) }
      history.edit(() => written)
      setUsedNames(used)
      setKnown([...used, ...everyNameOf(written.definition)])
      await save(newest.etag ?? '', written)
    },
    /** Saves the draft as a form of its own. */
    saveAsCopy: async () => {
      const outcome = await callApi(campusFormEditing.save, { form: '', definition, settings })
      if (outcome.type === 'ok') await dropLocalDraft(id)
      return outcome
    },
  }
}
