import type { Text } from '#i18n/translate'
import type { FileFacts } from '../import-kind.ts'

/** The maximum of rows in a file. */
export const MOST_ROWS = 200_000
/** The maximum of lines including blank ones, which take as long to skip as to read. */
export const MOST_LINES = 5 * MOST_ROWS
/** The number of columns that are read. */
export const MOST_COLUMNS = 100
/** The maximum of characters in a row. */
export const MOST_CHARACTERS = 100_000

/** The last possible row of a worksheet (ECMA-376-1 § 18.3.1.73). */
export const LAST_LINE = 1_048_576

/** A blank cell of a row that belongs to a merged cell which begins above. */
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
  /** Columns with formulas without a stored result; the cell contains the formula. */
  readonly formulas?: ReadonlySet<number>
}

/** A table of an opened file. */
export interface Sheet {
  /** The format for display: `CSV UTF-8`, `CSV GB18030`, `XLSX`. */
  readonly format: string
  /** The worksheet's name; '' for a file without named tables. */
  readonly name: string
  readonly facts: FileFacts
  /** Estimates the number of rows, for a progress bar. */
  readonly estimate: () => Promise<number>
  readonly rows: () => AsyncIterable<SheetRow>
}

/** Thrown when the file cannot be read as a table; `says` is the reason. */
export class UnreadableFileError extends Error {
  override readonly name = 'UnreadableFileError'

  readonly says: Text

  constructor(says: Text) {
    super(says.en)
    this.says = says
  }
}
