import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { XlsformImport } from '#app/features/campus-form-xlsform/public.ts'
import {
  formatChinaTime,
  OfficeLink,
  OfficePage,
  PagedTable,
  SearchLine,
  type TableColumn,
} from '#app/features/office/public.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { useOnlineCall } from '#app/lib/network/online-call.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { ButtonLink } from '#app/ui/Button.tsx'
import { MutedText } from '#app/ui/MutedText.tsx'
import { Pill } from '#app/ui/Pill.tsx'
import { SegmentedControl } from '#app/ui/SegmentedControl.tsx'
import type { Tone } from '#app/ui/tone.ts'
import type { CampusFormDefinition } from '#contract/campus-form-definition'
import {
  CAMPUS_FORM_STAGES,
  campusFormEditing,
  type CampusFormStage,
  type ListedCampusForm,
} from '#contract/campus-form-editing'
import { INITIAL_FORM_SETTINGS } from '#contract/campus-form-settings'
import { campusFormEditingTexts } from '#i18n/campus-form-editing'
import { campusFormXlsformTexts } from '#i18n/campus-form-xlsform'
import { FormEditorScreen } from './FormEditorScreen.tsx'

const NEW = 'new'
const TONES: Readonly<Record<CampusFormStage, Tone>> = {
  draft: 'mute',
  published: 'done',
  retired: 'need',
}

/** The forms of the campus: the list, a new form, or the one named in the address. */
export function CampusFormsScreen({ rest }: { rest: string }) {
  const navigate = useNavigate()
  // The form that was new when it was opened: its editor stays when the form gets its address.
  const [made, setMade] = useState<string>()
  if (rest === 'import') return <ImportFormScreen />
  if (rest === '') return <FormTable />
  return (
    <FormEditorScreen
      key={rest === made ? NEW : rest}
      id={rest === NEW ? '' : rest}
      onSavedFirst={(form) => {
        setMade(form)
        void navigate({ to: '/manage/$', params: { _splat: `forms/${form}` }, replace: true })
      }}
    />
  )
}

// A form from a file becomes a draft, which the user then edits like any other.
function ImportFormScreen() {
  const texts = useTexts(campusFormEditingTexts)
  const sheets = useTexts(campusFormXlsformTexts)
  const navigate = useNavigate()
  const { send, busy, problem } = useOnlineCall()
  const create = async (definition: CampusFormDefinition) => {
    const input = { form: '', definition, settings: INITIAL_FORM_SETTINGS }
    const outcome = await send(campusFormEditing.save, input)
    if (outcome?.type === 'ok')
      await navigate({ to: '/manage/$', params: { _splat: `forms/${outcome.data.form}` } })
  }
  return (
    <OfficePage title={sheets.import} actions={<OfficeLink to="forms">{texts.section}</OfficeLink>}>
      <XlsformImport busy={busy} onCreate={(definition) => void create(definition)} />
      <Alert text={problem} />
    </OfficePage>
  )
}

function FormTable() {
  const texts = useTexts(campusFormEditingTexts)
  const sheets = useTexts(campusFormXlsformTexts)
  const language = useLanguage()
  const [stage, setStage] = useState<CampusFormStage | 'all'>('all')
  const [find, setFind] = useState('')
  const columns: readonly TableColumn<ListedCampusForm>[] = [
    {
      title: texts.formTitle,
      cell: ({ form, titleZh, titleEn }) => (
        <OfficeLink to={`forms/${form}`}>
          {(language === 'zh' ? titleZh || titleEn : titleEn || titleZh) || texts.untitled}
        </OfficeLink>
      ),
    },
    {
      title: texts.stage,
      cell: ({ stage: stands, isChanged }) => (
        <>
          <Pill tone={TONES[stands]}>{texts[stands]}</Pill>{' '}
          {stands === 'published' && isChanged && <Pill tone="wait">{texts.changed}</Pill>}
        </>
      ),
    },
    {
      title: texts.version,
      short: true,
      cell: ({ version }) => (version === 0 ? '' : texts.versionNumber(version)),
    },
    { title: texts.answers, isNumeric: true, cell: ({ answers }) => answers },
    {
      title: texts.savedAt,
      short: true,
      cell: ({ savedAt }) => formatChinaTime(savedAt).slice(0, 16),
    },
  ]
  return (
    <OfficePage
      title={texts.section}
      actions={
        <>
          <ButtonLink tone="second" to="/manage/$" params={{ _splat: 'forms/import' }}>
            {sheets.import}
          </ButtonLink>
          <ButtonLink to="/manage/$" params={{ _splat: `forms/${NEW}` }}>
            {texts.add}
          </ButtonLink>
        </>
      }
    >
      <MutedText>{texts.about}</MutedText>
      <SearchLine label={texts.find} maxLength={100} onSearch={setFind}>
        <SegmentedControl<CampusFormStage | 'all'>
          label={texts.stage}
          value={stage}
          options={(['all', ...CAMPUS_FORM_STAGES] as const).map((value) => ({
            value,
            label: texts[value],
          }))}
          onChoose={setStage}
        />
      </SearchLine>
      <PagedTable
        title={texts.section}
        name="campus-forms"
        entry={campusFormEditing.list}
        input={{ stage: stage === 'all' ? '' : stage, find }}
        rowsOf={({ forms }) => forms}
        columns={columns}
        rowKey={({ form }) => form}
      />
    </OfficePage>
  )
}
