import { useState } from 'react'
import { OfficePage } from '#app/features/office/public.ts'
import { useOnlineQuery } from '#app/lib/cache/online-query.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { QueryFallback } from '#app/ui/QueryFallback.tsx'
import { Skeleton } from '#app/ui/Skeleton.tsx'
import { campusFormEditing, type EditableCampusForm } from '#contract/campus-form-editing'
import { INITIAL_FORM_SETTINGS } from '#contract/campus-form-settings'
import { campusFormEditingTexts } from '#i18n/campus-form-editing'
import { FormEditor } from './FormEditor.tsx'
import { useLocalDraft } from './local-draft.ts'

const NEW_FORM: EditableCampusForm = {
  form: '',
  stage: 'draft',
  answers: 0,
  definition: { title: { zh: '', en: '' }, items: [], choices: {} },
  settings: INITIAL_FORM_SETTINGS,
  savedAt: '',
  by: '',
  versions: [],
}

/** Makes a new form, or edits one. */
export function FormEditorScreen({ id }: { id: string }) {
  const [turn, setTurn] = useState(0)
  const reopen = () => setTurn(turn + 1)
  return id === '' ? (
    <Editor key={turn} opened={NEW_FORM} etag="" onReopen={reopen} />
  ) : (
    <LoadedForm key={turn} id={id} onReopen={reopen} />
  )
}

function LoadedForm({ id, onReopen }: { id: string; onReopen: () => void }) {
  const texts = useTexts(campusFormEditingTexts)
  const read = useOnlineQuery({
    name: 'campus-form',
    entry: campusFormEditing.find,
    input: { form: id },
  })
  // The form as it was first read: a later read does not replace what is being edited.
  const [first, setFirst] = useState<{ form: EditableCampusForm; etag: string }>()
  if (first === undefined && read.data !== undefined && !read.busy)
    setFirst({ form: read.data.form, etag: read.etag ?? '' })
  if (first === undefined)
    return (
      <OfficePage title={texts.section}>
        <QueryFallback kept={read} failed={texts.failed} />
      </OfficePage>
    )
  return <Editor opened={first.form} etag={first.etag} onReopen={onReopen} />
}

// The editor begins with the changes that this device kept.
function Editor(props: { opened: EditableCampusForm; etag: string; onReopen: () => void }) {
  const texts = useTexts(campusFormEditingTexts)
  const local = useLocalDraft(props.opened.form)
  if (local === undefined)
    return (
      <OfficePage title={texts.section}>
        <Skeleton rows={5} />
      </OfficePage>
    )
  return <FormEditor {...props} kept={local.draft} />
}
