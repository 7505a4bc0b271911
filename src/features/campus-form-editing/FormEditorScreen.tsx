import { type ComponentProps, useState } from 'react'
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
  retiredAt: '',
  retiredBy: '',
  retiredFor: '',
  versions: [],
  usedNames: [],
}

/** Makes a new form, or edits one. */
export function FormEditorScreen({
  id,
  onSavedFirst,
}: {
  id: string
  /** Called when a new form has got its id. */
  onSavedFirst: (id: string) => void
}) {
  // A new form stays open when it gets an id, so that its edits can still be undone.
  const [opened, setOpened] = useState({ id, turn: 0 })
  const props = {
    onSavedFirst,
    onReopen: (form: string) => setOpened({ id: form, turn: opened.turn + 1 }),
  }
  return opened.id === '' ? (
    <Editor key={opened.turn} opened={NEW_FORM} etag="" {...props} />
  ) : (
    <LoadedForm key={opened.turn} id={opened.id} {...props} />
  )
}

type Props = Omit<ComponentProps<typeof FormEditor>, 'kept'>

function LoadedForm({ id, ...props }: { id: string } & Omit<Props, 'opened' | 'etag'>) {
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
  return <Editor opened={first.form} etag={first.etag} {...props} />
}

// The editor begins with the changes that this device kept.
function Editor(props: Props) {
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
