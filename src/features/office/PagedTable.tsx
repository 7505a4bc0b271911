import type { ComponentProps } from 'react'
import { PagedList } from './PagedList.tsx'
import { Table } from './Table.tsx'

/** A list of the office whose rows are a table, on a page that says its title already. */
export function PagedTable<I, O extends { readonly next: string }, Row>({
  title,
  columns,
  rowKey,
  empty,
  totalOf,
  ...list
}: Omit<ComponentProps<typeof PagedList<I, O, Row>>, 'children'> &
  Pick<ComponentProps<typeof Table<Row>>, 'columns' | 'rowKey' | 'empty'> & {
    title: string
    /** What an answer says about all rows, also those that are not read yet. */
    totalOf?: (answer: O) => string
  }) {
  return (
    <PagedList {...list}>
      {(rows, first) => (
        <Table
          caption={totalOf === undefined ? title : totalOf(first)}
          titled={totalOf === undefined}
          columns={columns}
          rows={rows}
          rowKey={rowKey}
          empty={empty}
        />
      )}
    </PagedList>
  )
}
