import type { Language, Text } from '#i18n/translate'

/** What stands in a cell; null is an empty one. */
export type Cell = string | number | null

/** A column of a table for spreadsheet programs. */
export interface Column<Row> {
  readonly title: Text
  readonly cell: (row: Row, language: Language) => Cell
  /** How a spreadsheet program shows its numbers; without it the column holds text. */
  readonly figures?: '0' | '0.00'
}

/** A table with its rows, which come in batches. */
export interface Sheet<Row> {
  readonly title: string
  readonly columns: readonly Column<Row>[]
  readonly language: Language
  readonly batches: AsyncIterable<readonly Row[]>
}

/** Headings of a table. */
export const headOf = <Row>({ columns, language }: Sheet<Row>): string[] =>
  columns.map(({ title }) => title[language])

/** The cells of a row. */
export const cellsOf = <Row>({ columns, language }: Sheet<Row>, row: Row): Cell[] =>
  columns.map(({ cell }) => cell(row, language))
