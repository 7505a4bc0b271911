import type { ReactNode } from 'react'
import { useTexts } from '#app/lib/language/language.ts'
import { officeTexts } from '#i18n/office'
import styles from './office.module.css'

/** One column of a table. */
export interface Column<Row> {
  readonly key: string
  readonly title: string
  readonly cell: (row: Row) => ReactNode
  /** Figures stand at the end, one below the other. */
  readonly isNumeric?: boolean
  /** A moment or another short thing: at a desk it stays in one line. */
  readonly short?: boolean
}

/**
 * Rows of records: a table at a desk, cards on a phone. The first column is the row's heading and
 * holds its link, if it has one.
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
  /** The same words stand above it already: they are for who hears the page alone. */
  titled?: boolean
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** What stands there when there are no rows, where it is more than that nothing matches. */
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
            {columns.map(({ key, title, isNumeric }) => (
              <th key={key} scope="col" data-figures={isNumeric}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              <th scope="row">{first.cell(row)}</th>
              {others.map(({ key, title, cell, isNumeric, short }) => (
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
