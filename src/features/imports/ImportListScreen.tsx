import { Link } from '@tanstack/react-router'
import { type TableColumn, PagedList, OfficePage, Table } from '#app/features/office/public.ts'
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
      key: 'file',
      title: texts.file,
      cell: ({ id, file }) => (
        <Link to="/manage/$" params={{ _splat: `imports/${id}` }}>
          {file}
        </Link>
      ),
    },
    { key: 'kind', title: texts.kind, cell: ({ title }) => title },
    {
      key: 'state',
      title: texts.state,
      cell: ({ state }) => <ImportStatePill state={state} />,
    },
    {
      key: 'counts',
      title: texts.contents,
      cell: ({ added, changed, refused }) => texts.summary(added, changed, refused),
    },
    {
      key: 'who',
      title: texts.who,
      cell: ({ by, name }) => (by === '' ? texts.commandLine : `${name} ${by}`),
    },
    { key: 'at', title: texts.when, cell: ({ at }) => chinaNow(Date.parse(at)).slice(0, 16) },
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
