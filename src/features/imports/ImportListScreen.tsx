import {
  type TableColumn,
  PagedList,
  OfficePage,
  Table,
  OfficeLink,
} from '#app/features/office/public.ts'
import { chinaNow } from '#app/lib/format/china-time.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { type ImportEntry, imports } from '#contract/imports'
import { importTexts } from '#i18n/imports'
import { ImportStatePill } from './ImportStatePill.tsx'
import { NewImport } from './NewImport.tsx'

/** Uploads a file, and lists earlier imports. */
export function ImportListScreen() {
  const texts = useTexts(importTexts)
  const columns: readonly TableColumn<ImportEntry>[] = [
    {
      title: texts.file,
      cell: ({ id, file }) => <OfficeLink to={`imports/${id}`}>{file}</OfficeLink>,
    },
    { title: texts.kind, cell: ({ title }) => title },
    { title: texts.state, cell: ({ state }) => <ImportStatePill state={state} /> },
    {
      title: texts.contents,
      cell: ({ added, changed, refused }) => texts.summary(added, changed, refused),
    },
    { title: texts.who, cell: ({ by, name }) => (by === '' ? texts.commandLine : `${name} ${by}`) },
    { title: texts.when, cell: ({ at }) => chinaNow(Date.parse(at)).slice(0, 16) },
  ]
  return (
    <OfficePage title={texts.title}>
      <p>{texts.about}</p>
      <NewImport />
      <PagedList name="imports" entry={imports.list} input={{}} rowsOf={({ entries }) => entries}>
        {(rows) => (
          <Table caption={texts.history} columns={columns} rows={rows} rowKey={({ id }) => id} />
        )}
      </PagedList>
    </OfficePage>
  )
}
