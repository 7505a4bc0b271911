import { useState } from 'react'
import { fetchFile, saveFile } from '#app/lib/files.ts'
import { useWords } from '#app/lib/language.ts'
import { useLiveRead } from '#app/lib/live-read.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Card } from '#app/ui/Card.tsx'
import { DropZone } from '#app/ui/DropZone.tsx'
import { ProgressBar } from '#app/ui/ProgressBar.tsx'
import { Reading } from '#app/ui/Reading.tsx'
import { SelectField } from '#app/ui/SelectField.tsx'
import { TextButton } from '#app/ui/TextButton.tsx'
import { type ImportKind, imports } from '#contract/imports'
import { commonWords } from '#words/common'
import { formWords } from '#words/form'
import { importWords } from '#words/imports'
import { officeWords } from '#words/office'
import { ColumnsOf } from './ColumnsOf.tsx'
import { useSendFile } from './useSendFile.ts'
import styles from './imports.module.css'

/** Choose what to bring, take its template, and bring it. */
export function NewImport() {
  const words = useWords(importWords)
  const office = useWords(officeWords)
  const common = useWords(commonWords)
  const form = useWords(formWords)
  const live = useLiveRead({ name: 'import-kinds', entry: imports.kinds, input: {} })
  const [chosen, setChosen] = useState<string>()
  const kinds = live.data?.kinds
  const kind = kinds?.find(({ name }) => name === chosen) ?? kinds?.[0]
  if (kinds === undefined || kind === undefined)
    return (
      <Reading
        kept={live}
        failed={common.noData}
        retryLabel={office.retry}
        loadingLabel={common.loading}
      />
    )
  return (
    <Card flush>
      <SelectField
        label={words.kind}
        hint={kind.about}
        value={kind.name}
        options={kinds.map(({ name, title }) => ({ value: name, label: title }))}
        closeLabel={form.close}
        onChange={setChosen}
      />
      <Bring kind={kind} />
    </Card>
  )
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

function Bring({ kind }: { kind: ImportKind }) {
  const words = useWords(importWords)
  const { sendFile, run, busy, problem, part } = useSendFile()
  const take = async (ending: 'xlsx' | 'csv') => {
    const name = `${kind.name}.${ending}`
    const type = ending === 'xlsx' ? XLSX : 'text/csv'
    const outcome = await run(() => fetchFile(imports.template, name, type))
    if (outcome?.type === 'ok')
      saveFile(new File([outcome.data], `${kind.title}.${ending}`, { type }))
  }
  return (
    <div className={styles['bring']}>
      <div className={styles['templates']}>
        <TextButton off={busy} onClick={() => void take('xlsx')}>
          {words.templateXlsx}
        </TextButton>
        <TextButton off={busy} onClick={() => void take('csv')}>
          {words.templateCsv}
        </TextButton>
      </div>
      <DropZone
        label={words.choose}
        hint={words.drop}
        accept=".csv,.txt,.xlsx"
        busy={busy}
        onFile={(file) => void sendFile(file, { kind: kind.name, sheet: '' })}
      />
      {busy && <ProgressBar label={words.sending} part={part} />}
      <Alert text={problem} />
      <ColumnsOf kind={kind} />
    </div>
  )
}
