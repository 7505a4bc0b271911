import type { Language, LocalizedText } from '#i18n/translate'

/** The value of a cell; null: empty. */
export type SheetCell = string | number | null

/** A column of a table for spreadsheet programs. */
export interface SheetColumn<Row> {
  readonly title: LocalizedText
  readonly cell: (row: Row, language: Language) => SheetCell
  /** The number format of the column; without it the column contains text. */
  readonly numberFormat?: '0' | '0.00' | 'General'
}

/** A table whose rows are read in batches. */
export interface ExportSheet<Row> {
  readonly title: string
  readonly columns: readonly SheetColumn<Row>[]
  readonly language: Language
  readonly batches: AsyncIterable<readonly Row[]>
}

/** Headings of a table. */
export const sheetHeadings = <Row>({ columns, language }: ExportSheet<Row>): string[] =>
  columns.map(({ title }) => title[language])

/** The cells of a row. */
export const rowCells = <Row>({ columns, language }: ExportSheet<Row>, row: Row): SheetCell[] =>
  columns.map(({ cell }) => cell(row, language))
