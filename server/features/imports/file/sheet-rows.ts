import type { Text } from '#i18n/translate'
import type { FileFacts } from '../import-kind.ts'

/** As many rows as one file may have. */
export const MOST_ROWS = 200_000
/** As many lines as a file may have, blank ones among them: to pass over them costs as much as to read. */
export const MOST_LINES = 5 * MOST_ROWS
/** As many columns of a file as are looked at. */
export const MOST_COLUMNS = 100
/** As many characters as one row may have. */
export const MOST_CHARACTERS = 100_000

/** As many rows as a worksheet of any program has (ECMA-376-1 § 18.3.1.73). */
export const LAST_LINE = 1_048_576

/** A blank cell of a row that belongs to a merged cell which began further up. */
export interface MergedCellPart {
  readonly column: number
  /** The line in which the merged cell begins. */
  readonly from: number
  readonly text: string
}

/** A row of a file; `line` is the number beside it in a spreadsheet program. */
export interface SheetRow {
  readonly line: number
  readonly cells: readonly string[]
  readonly mergedCells?: readonly MergedCellPart[]
  /** Columns of formulas whose result the file does not hold; the cell says the formula. */
  readonly formulas?: ReadonlySet<number>
}

/** A table of a file that was opened. */
export interface Sheet {
  /** As people name it: `CSV UTF-8`, `CSV GB18030`, `XLSX`. */
  readonly format: string
  /** The worksheet's name; '' for a file that has no names for its tables. */
  readonly name: string
  readonly facts: FileFacts
  /** About how many rows it has, for a progress bar. */
  readonly estimate: () => Promise<number>
  readonly rows: () => AsyncIterable<SheetRow>
}

/** The file cannot be read as a table; `says` says why. */
export class UnreadableFileError extends Error {
  override readonly name = 'UnreadableFileError'

  readonly says: Text

  constructor(says: Text) {
    super(says.en)
    this.says = says
  }
}
