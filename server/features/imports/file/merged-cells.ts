import { parseRange } from 'hucre'
import { MAX_SHEET_COLUMNS, type MergedCellPart } from './sheet-rows.ts'

interface Merge {
  readonly column: number
  readonly from: number
  readonly to: number
  text: string
}

/**
 * The merged cells of a worksheet, which is read row by row from the top. The value of a merged
 * cell applies to all its rows, in its first column.
 */
export class MergedCells {
  readonly #coming: Merge[]
  // There is one entry for each column, because merged cells do not overlap.
  readonly #open = new Map<number, Merge>()

  /** @param references The references of the worksheet, such as `A1:B2`. */
  constructor(references: readonly string[]) {
    this.#coming = references
      .map((one) => parseRange(one.replaceAll('$', '')))
      .map(({ startRow, startCol, endRow }) => ({
        column: startCol,
        from: startRow + 1,
        to: endRow + 1,
        text: '',
      }))
      .filter(({ column, from, to }) => column < MAX_SHEET_COLUMNS && to > from)
      .toSorted((one, other) => other.from - one.from)
  }

  /** The blank cells of a row that are part of a merged cell which begins above. */
  spannedIn(line: number, cells: readonly string[]): MergedCellPart[] {
    for (let next = this.#coming.at(-1); next !== undefined && next.from <= line;) {
      this.#coming.pop()
      if (next.from === line) next.text = cells[next.column] ?? ''
      this.#open.set(next.column, next)
      next = this.#coming.at(-1)
    }
    const spanned: MergedCellPart[] = []
    for (const [column, { from, to, text }] of this.#open)
      if (to < line) this.#open.delete(column)
      else if (from < line && text !== '' && (cells[column] ?? '').trim() === '')
        spanned.push({ column, from, text })
    return spanned
  }
}
