import { useState } from 'react'
import { type TableColumn, PagedList, Table } from '#app/features/office/public.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { fetchFile, saveFile } from '#app/lib/network/fetch-file.ts'
import { useExclusiveAction } from '#app/lib/network/online-call.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { SegmentedControl } from '#app/ui/SegmentedControl.tsx'
import { TextButton } from '#app/ui/TextButton.tsx'
import {
  IMPORT_ACTIONS,
  type ImportEntry,
  type ImportFilter,
  type ImportRow,
  imports,
  WARNED_ROWS_FILTER,
} from '#contract/imports'
import { importTexts } from '#i18n/imports'

/** The rows of an import by action; refused rows can be downloaded and corrected. */
export function ImportRows({ entry }: { entry: ImportEntry }) {
  const texts = useTexts(importTexts)
  const figures = {
    new: entry.added,
    changed: entry.changed,
    withdrawn: entry.withdrawn,
    refused: entry.refused,
    warned: entry.warned,
  } satisfies Record<ImportFilter, number>
  const some = ([...IMPORT_ACTIONS, WARNED_ROWS_FILTER] as const).filter((one) => figures[one] > 0)
  const [chosen, setChosen] = useState<ImportFilter>()
  const action =
    chosen ?? (entry.refused > 0 ? 'refused' : entry.warned > 0 ? WARNED_ROWS_FILTER : some[0])
  if (action === undefined) return null
  const names = {
    new: texts.new,
    changed: texts.changed,
    withdrawn: texts.withdrawn,
    refused: texts.refused,
    warned: texts.warned,
  }
  return (
    <>
      <SegmentedControl
        label={texts.record}
        options={some.map((value) => ({ value, label: `${names[value]} ${figures[value]}` }))}
        value={action}
        onChoose={setChosen}
      />
      {action === 'refused' && <RefusedRowsDownload id={entry.id} file={entry.file} />}
      {action === WARNED_ROWS_FILTER && <p>{texts.warnedAbout}</p>}
      <PagedList
        // The key changes when the database has refused more rows, so that the rows are read again.
        key={`${action} ${entry.refused}`}
        name="import-rows"
        entry={imports.rows}
        input={{ id: entry.id, action }}
        rowsOf={({ rows }) => rows}
      >
        {(rows) => (
          <Table
            caption={names[action]}
            columns={columnsOf(action, texts)}
            rows={rows}
            rowKey={({ id }) => id}
          />
        )}
      </PagedList>
    </>
  )
}

type Texts = ReturnType<typeof useTexts<typeof importTexts>>

function columnsOf(action: ImportFilter, texts: Texts): readonly TableColumn<ImportRow>[] {
  const line: TableColumn<ImportRow> = { title: texts.line, cell: (row) => row.line }
  const key: TableColumn<ImportRow> = { title: texts.record, cell: (row) => row.key }
  switch (action) {
    case 'new':
      return [line, key]
    case 'withdrawn':
      return [key]
    case 'changed':
      return [line, key, { title: texts.changes, cell: ({ columns }) => columns.join('、') }]
    case 'warned':
      return [line, key, ...problemColumns(({ warnings }) => warnings, texts.warningHeading, texts)]
    case 'refused':
      return [line, ...problemColumns(({ troubles }) => troubles, texts.reasonHeading, texts)]
  }
}

const problemColumns = (
  toldOf: (row: ImportRow) => ImportRow['troubles'],
  reason: string,
  texts: Texts,
): readonly TableColumn<ImportRow>[] => [
  { title: texts.columnHeading, cell: (row) => lines(toldOf(row).map(({ column }) => column)) },
  { title: texts.valueHeading, cell: (row) => lines(toldOf(row).map(({ value }) => value)) },
  { title: reason, cell: (row) => lines(toldOf(row).map(({ says }) => says)) },
]

const lines = (texts: readonly string[]) =>
  texts.map((text, at) => (
    // oxlint-disable-next-line react/no-array-index-key -- lines of one cell, which never change
    <div key={at}>{text}</div>
  ))

function RefusedRowsDownload({ id, file }: { id: string; file: string }) {
  const texts = useTexts(importTexts)
  const { run, busy, problem } = useExclusiveAction()
  const take = async () => {
    const outcome = await run(() => fetchFile(imports.refusals, id, 'text/csv'))
    if (outcome?.type !== 'ok') return
    const name = `${file.replace(/\.\w+$/, '')}-${texts.refused}.csv`
    saveFile(new File([outcome.data], name, { type: 'text/csv' }))
  }
  return (
    <div>
      <TextButton off={busy} onClick={() => void take()}>
        {texts.downloadRefusals}
      </TextButton>
      <Alert text={problem} />
    </div>
  )
}
