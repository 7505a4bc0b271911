import { useState } from 'react'
import { useTexts } from '#app/lib/language/language.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Card } from '#app/ui/Card.tsx'
import { DropZone } from '#app/ui/DropZone.tsx'
import { ProgressBar } from '#app/ui/ProgressBar.tsx'
import { SegmentedControl } from '#app/ui/SegmentedControl.tsx'
import type { ImportEntry } from '#contract/imports'
import { importTexts } from '#i18n/imports'
import { findUploadedImportFile, useUploadImportFile } from './useUploadImportFile.ts'

/** Chooses the worksheet of a workbook to import; the file is sent again. */
export function WorksheetChoice({ entry: { id, kind, sheets } }: { entry: ImportEntry }) {
  const texts = useTexts(importTexts)
  const { sendFile, busy, problem, part } = useUploadImportFile()
  const [sheet, setSheet] = useState('')
  const choose = (chosen: string) => {
    setSheet(chosen)
    const file = findUploadedImportFile(id)
    if (file !== undefined) void sendFile(file, { kind, sheet: chosen })
  }
  return (
    <Card title={texts.sheetsToChoose}>
      <SegmentedControl
        label={texts.sheetsToChoose}
        options={sheets.map((name) => ({ value: name, label: name }))}
        value={sheet}
        onChoose={choose}
      />
      {sheet !== '' && findUploadedImportFile(id) === undefined && (
        <DropZone
          label={texts.choose}
          hint={texts.sendAgain(sheet)}
          accept=".xlsx"
          busy={busy}
          onFile={(file) => void sendFile(file, { kind, sheet })}
        />
      )}
      {busy && <ProgressBar label={texts.sending} part={part} />}
      <Alert text={problem} />
    </Card>
  )
}
