import type { ComponentProps } from 'react'
import { LiveList } from './LiveList.tsx'
import { Table } from './Table.tsx'

/** A list of the office whose rows are a table, on a page that says its title already. */
export function LiveTable<I, O extends { readonly next: string }, Row>({
  title,
  columns,
  rowKey,
  empty,
  ...list
}: Omit<ComponentProps<typeof LiveList<I, O, Row>>, 'children'> &
  Pick<ComponentProps<typeof Table<Row>>, 'columns' | 'rowKey' | 'empty'> & {
    title: string
  }) {
  return (
    <LiveList {...list}>
      {(rows) => (
        <Table caption={title} titled columns={columns} rows={rows} rowKey={rowKey} empty={empty} />
      )}
    </LiveList>
  )
}
