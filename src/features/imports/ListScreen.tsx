import { Link } from '@tanstack/react-router'
import { type Column, LiveList, OfficePage, Table } from '#app/features/office/face.ts'
import { useWords } from '#app/lib/language.ts'
import { chinaNow } from '#app/lib/moments.ts'
import { type ImportEntry, imports } from '#contract/imports'
import { importWords } from '#words/imports'
import { NewImport } from './NewImport.tsx'
import { StatePill } from './StatePill.tsx'

/** Bring a file, and what was brought before. */
export function ListScreen() {
  const words = useWords(importWords)
  const columns: readonly Column<ImportEntry>[] = [
    {
      key: 'file',
      title: words.file,
      cell: ({ id, file }) => (
        <Link to="/manage/$" params={{ _splat: `imports/${id}` }}>
          {file}
        </Link>
      ),
    },
    { key: 'kind', title: words.kind, cell: ({ title }) => title },
    {
      key: 'state',
      title: words.state,
      cell: ({ state }) => <StatePill state={state} />,
    },
    {
      key: 'counts',
      title: words.contents,
      cell: ({ added, changed, refused }) => words.summary(added, changed, refused),
    },
    {
      key: 'who',
      title: words.who,
      cell: ({ by, name }) => (by === '' ? words.commandLine : `${name} ${by}`),
    },
    { key: 'at', title: words.when, cell: ({ at }) => chinaNow(Date.parse(at)).slice(0, 16) },
  ]
  return (
    <OfficePage title={words.title}>
      <p>{words.about}</p>
      <NewImport />
      <LiveList name="imports" entry={imports.list} input={{}} rowsOf={({ entries }) => entries}>
        {(rows) => (
          <Table caption={words.history} columns={columns} rows={rows} rowKey={({ id }) => id} />
        )}
      </LiveList>
    </OfficePage>
  )
}
