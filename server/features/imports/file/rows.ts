import type { Text } from '#words/say'

/** As many rows as one file may have. */
export const MOST_ROWS = 200_000
/** As many columns of a file as are looked at. */
export const MOST_COLUMNS = 100
/** As many characters as one row may have. */
export const MOST_CHARACTERS = 100_000

/** A row of a file; `line` is the number beside it in a spreadsheet program. */
export interface SheetRow {
  readonly line: number
  readonly cells: readonly string[]
}

/** A file that was opened. */
export interface Sheet {
  /** As people name it: `CSV UTF-8`, `CSV GB18030`, `XLSX`. */
  readonly format: string
  /** About how many rows it has, for a progress bar. */
  readonly estimate: number
  readonly rows: () => AsyncIterable<SheetRow>
}

/** The file is no table that could be read, and why. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable'

  readonly says: Text

  constructor(says: Text) {
    super(says.en)
    this.says = says
  }
}
