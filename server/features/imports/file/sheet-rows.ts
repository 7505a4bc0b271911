import type { LocalizedText } from '#i18n/translate'
import type { ImportFileFacts } from '../import-kind.ts'

/** The largest number of rows in a file. */
export const MAX_SHEET_ROWS = 200_000
/**
 * The largest number of lines, including blank lines, which take as long to skip as other lines to
 * read.
 */
export const MAX_SHEET_LINES = 5 * MAX_SHEET_ROWS
/** The number of columns that are read. */
export const MAX_SHEET_COLUMNS = 100
/** The maximum of characters in a row. */
export const MAX_ROW_CHARACTERS = 100_000

/** The last possible row of a worksheet (ECMA-376-1 § 18.3.1.73). */
export const LAST_WORKSHEET_LINE = 1_048_576

/** A blank cell of a row that is part of a merged cell which begins above. */
export interface MergedCellPart {
  readonly column: number
  /** The line in which the merged cell begins. */
  readonly from: number
  readonly text: string
}

/** A row of a file; `line` is its row number in a spreadsheet program. */
export interface SheetRow {
  readonly line: number
  readonly cells: readonly string[]
  readonly mergedCells?: readonly MergedCellPart[]
  /** The columns whose formulas have no stored result; there the cell contains the formula. */
  readonly formulas?: ReadonlySet<number>
}

/** A table of an opened file. */
export interface ImportedSheet {
  /** The format for display: `CSV UTF-8`, `CSV GB18030`, `XLSX`. */
  readonly format: string
  /** The worksheet's name; '' for a file without named tables. */
  readonly name: string
  readonly facts: ImportFileFacts
  /** Estimates the number of rows, for a progress bar. */
  readonly estimate: () => Promise<number>
  readonly rows: () => AsyncIterable<SheetRow>
}

/** Thrown when the file cannot be read as a table; `says` is the reason. */
export class UnreadableFileError extends Error {
  override readonly name = 'UnreadableFileError'

  readonly says: LocalizedText

  constructor(says: LocalizedText) {
    super(says.en)
    this.says = says
  }
}
