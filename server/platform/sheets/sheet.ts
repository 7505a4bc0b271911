import type { Language, Text } from '#i18n/translate'

/** What stands in a cell; null is an empty one. */
export type SheetCell = string | number | null

/** A column of a table for spreadsheet programs. */
export interface SheetColumn<Row> {
  readonly title: Text
  readonly cell: (row: Row, language: Language) => SheetCell
  /** How a spreadsheet program shows its numbers; without it the column holds text. */
  readonly numberFormat?: '0' | '0.00'
}

/** A table with its rows, which come in batches. */
export interface Sheet<Row> {
  readonly title: string
  readonly columns: readonly SheetColumn<Row>[]
  readonly language: Language
  readonly batches: AsyncIterable<readonly Row[]>
}

/** Headings of a table. */
export const sheetHeadings = <Row>({ columns, language }: Sheet<Row>): string[] =>
  columns.map(({ title }) => title[language])

/** The cells of a row. */
export const rowCells = <Row>({ columns, language }: Sheet<Row>, row: Row): SheetCell[] =>
  columns.map(({ cell }) => cell(row, language))
