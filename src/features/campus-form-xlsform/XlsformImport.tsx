import { useState } from 'react'
import { Table } from '#app/features/office/public.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { useExclusiveAction } from '#app/lib/network/online-call.ts'
import { uploadFile } from '#app/lib/pictures/upload-with-progress.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Button } from '#app/ui/Button.tsx'
import { DropZone } from '#app/ui/DropZone.tsx'
import { MutedText } from '#app/ui/MutedText.tsx'
import { ProgressBar } from '#app/ui/ProgressBar.tsx'
import { Stack } from '#app/ui/Stack.tsx'
import { type CampusFormDefinition, itemsOf } from '#contract/campus-form-definition'
import { campusFormXlsform, type ReadXlsformFile } from '#contract/campus-form-xlsform'
import { campusFormXlsformTexts } from '#i18n/campus-form-xlsform'

/**
 * Reads a form from an XLSForm, shows what is not taken over as it stands, and hands the form over
 * once the user agrees.
 */
export function XlsformImport({
  busy,
  onCreate,
}: {
  busy: boolean
  onCreate: (definition: CampusFormDefinition) => void
}) {
  const texts = useTexts(campusFormXlsformTexts)
  const { run, busy: reading, problem } = useExclusiveAction()
  const [part, setPart] = useState(0)
  const [read, setRead] = useState<ReadXlsformFile>()
  const send = async (file: File) => {
    setRead(undefined)
    setPart(0)
    const outcome = await run(() =>
      uploadFile(campusFormXlsform.read, file, { beside: {}, onProgress: setPart }),
    )
    if (outcome?.type === 'ok') setRead(outcome.data.form)
  }
  return (
    <Stack>
      <MutedText>{texts.about}</MutedText>
      <DropZone
        label={texts.choose}
        accept=".xlsx"
        busy={reading}
        onFile={(file) => void send(file)}
      />
      {reading && <ProgressBar label={texts.reading} part={part} />}
      <Alert text={problem} />
      {read !== undefined && (
        <>
          <Findings form={read} />
          <Button busy={busy} onClick={() => onCreate(read.definition)}>
            {texts.create}
          </Button>
        </>
      )}
    </Stack>
  )
}

function Findings({ form: { definition, findings } }: { form: ReadXlsformFile }) {
  const texts = useTexts(campusFormXlsformTexts)
  const language = useLanguage()
  const { title } = definition
  const named = title[language] || title.zh || title.en
  const asked = itemsOf(definition.items).filter(({ item }) => !UNASKED.has(item.type))
  return (
    <div role="status">
      <p>{texts.read(named, asked.length)}</p>
      <p>{findings.length === 0 ? texts.wholeTaken : texts.findings(findings.length)}</p>
      {findings.length > 0 && (
        <Table
          titled
          caption={texts.title}
          columns={[
            { title: texts.place, cell: ({ sheet, line, column }) => `${sheet} ${line} ${column}` },
            { title: texts.content, cell: ({ cell }) => cell },
            { title: texts.done, cell: ({ says }) => says },
          ]}
          rows={findings}
          rowKey={({ sheet, line, column, says }) => `${sheet} ${line} ${column} ${says}`}
        />
      )}
    </div>
  )
}

const UNASKED: ReadonlySet<string> = new Set([
  'section',
  'repetition',
  'note',
  'hidden',
  'calculation',
])
