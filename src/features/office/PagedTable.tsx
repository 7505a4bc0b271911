import type { ComponentProps, ReactNode } from 'react'
import type { DownloadCall } from '#contract/call'
import type { ExportFormat } from '#contract/export-format'
import { ExportButtons } from './ExportButtons.tsx'
import { PagedList } from './PagedList.tsx'
import { Table } from './Table.tsx'

/**
 * A paged list rendered as a table, on a page that already shows its title. `exported` exports the
 * same rows by the same filters.
 */
export function PagedTable<I, O extends { readonly next: string }, Row>({
  title,
  columns,
  rowKey,
  empty,
  totalOf,
  above,
  exported,
  ...list
}: Omit<ComponentProps<typeof PagedList<I, O, Row>>, 'children'> &
  Pick<ComponentProps<typeof Table<Row>>, 'columns' | 'rowKey' | 'empty'> & {
    title: string
    /**
     * Returns a text about the number of all rows, including those not read yet, from a response.
     */
    totalOf?: (answer: O) => string
    /** Renders what stands above the table, from the first response. */
    above?: (answer: O) => ReactNode
    exported?: DownloadCall<I & { readonly format: ExportFormat }>
  }) {
  return (
    <>
      {exported !== undefined && (
        <ExportButtons
          named
          what={title}
          entry={exported}
          inputFor={(format) => ({ ...list.input, format })}
        />
      )}
      <PagedList {...list}>
        {(rows, first) => (
          <>
            {above?.(first)}
            <Table
              caption={totalOf === undefined ? title : totalOf(first)}
              titled={totalOf === undefined}
              columns={columns}
              rows={rows}
              rowKey={rowKey}
              empty={empty}
            />
          </>
        )}
      </PagedList>
    </>
  )
}
