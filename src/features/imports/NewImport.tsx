import { useState } from 'react'
import { useOnlineQuery } from '#app/lib/cache/online-query.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { fetchFile, saveFile } from '#app/lib/network/fetch-file.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Card } from '#app/ui/Card.tsx'
import { DropZone } from '#app/ui/DropZone.tsx'
import { ProgressBar } from '#app/ui/ProgressBar.tsx'
import { QueryFallback } from '#app/ui/QueryFallback.tsx'
import { SelectField } from '#app/ui/SelectField.tsx'
import { TextButton } from '#app/ui/TextButton.tsx'
import { type ImportKind, imports } from '#contract/imports'
import { commonTexts } from '#i18n/common'
import { importTexts } from '#i18n/imports'
import { ImportColumns } from './ImportColumns.tsx'
import { useUploadImportFile } from './useUploadImportFile.ts'
import styles from './imports.module.css'

/** The start of an import: the user chooses a kind, downloads its template, and uploads a file. */
export function NewImport() {
  const texts = useTexts(importTexts)
  const common = useTexts(commonTexts)
  const live = useOnlineQuery({ name: 'import-kinds', entry: imports.kinds, input: {} })
  const [chosen, setChosen] = useState<string>()
  const kinds = live.data?.kinds
  const kind = kinds?.find(({ name }) => name === chosen) ?? kinds?.[0]
  if (kinds === undefined || kind === undefined)
    return <QueryFallback kept={live} failed={common.noData} />
  return (
    <Card flush>
      <SelectField
        label={texts.kind}
        hint={kind.about}
        value={kind.name}
        options={kinds.map(({ name, title }) => ({ value: name, label: title }))}
        onChange={setChosen}
      />
      <UploadForm kind={kind} />
    </Card>
  )
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

function UploadForm({ kind }: { kind: ImportKind }) {
  const texts = useTexts(importTexts)
  const { sendFile, run, busy, problem, part } = useUploadImportFile()
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
          {texts.templateXlsx}
        </TextButton>
        <TextButton off={busy} onClick={() => void take('csv')}>
          {texts.templateCsv}
        </TextButton>
      </div>
      <DropZone
        label={texts.choose}
        hint={texts.drop}
        accept=".csv,.txt,.xlsx"
        busy={busy}
        onFile={(file) => void sendFile(file, { kind: kind.name, sheet: '' })}
      />
      {busy && <ProgressBar label={texts.sending} part={part} />}
      <Alert text={problem} />
      <ImportColumns kind={kind} />
    </div>
  )
}
