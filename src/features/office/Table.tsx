import type { ReactNode } from 'react'
import { useTexts } from '#app/lib/language/language.ts'
import { officeTexts } from '#i18n/office'
import styles from './office.module.css'

/** One column of a table. */
export interface TableColumn<Row> {
  /** Identifies a column whose title another column of the table has too. */
  readonly key?: string
  readonly title: string
  readonly cell: (row: Row) => ReactNode
  /** Numbers are right-aligned. */
  readonly isNumeric?: boolean
  /** A time or another short value: on a wide screen it does not wrap. */
  readonly short?: boolean
}

/**
 * Rows of records, as a table on a wide screen and as cards on a phone. The first column is the
 * heading of its row; if the row has a link, this column contains it.
 */
export function Table<Row>({
  caption,
  titled,
  columns,
  rows,
  rowKey,
  empty,
}: {
  caption: string
  /** Set if the caption repeats a visible title; the caption is then for screen readers only. */
  titled?: boolean
  columns: readonly TableColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Replaces the default text when there are no rows. */
  empty?: ReactNode
}) {
  const texts = useTexts(officeTexts)
  if (rows.length === 0) return <>{empty ?? <p>{texts.none}</p>}</>
  const [first, ...others] = columns
  if (first === undefined) return null
  return (
    <div className={styles['around']}>
      <table className={styles['table']}>
        <caption data-titled={titled}>{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ title, key = title, isNumeric }) =>
              title === '' ? (
                // A header without a text would be announced as one.
                <td key={key}>{title}</td>
              ) : (
                <th key={key} scope="col" data-figures={isNumeric}>
                  {title}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              <th scope="row">{first.cell(row)}</th>
              {others.map(({ title, key = title, cell, isNumeric, short }) => (
                <td key={key} data-title={title} data-figures={isNumeric} data-short={short}>
                  <div>{cell(row)}</div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
