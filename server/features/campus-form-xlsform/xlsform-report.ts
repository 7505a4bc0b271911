import type { XlsformProblem } from '#i18n/campus-form-xlsform'

/** A part of an XLSForm that was not taken over as it stands, and what was done instead. */
export interface XlsformFinding {
  readonly sheet: string
  /** The row in a spreadsheet program. */
  readonly line: number
  /** The heading of the column; '' if the whole row is meant. */
  readonly column: string
  /** What the cell contains, shortened. */
  readonly cell: string
  readonly problem: XlsformProblem
  /** What is in its place, or the part that is wrong. */
  readonly part: string
}

/** A cell, with its place. */
export interface XlsformCell {
  readonly sheet: string
  readonly line: number
  readonly column: string
  readonly text: string
}

const MOST_FINDINGS = 1_000
const LONGEST_CELL = 200

/** Collects the findings of one import. */
export class XlsformReport {
  readonly #findings: XlsformFinding[] = []

  /** Adds a finding about a cell. */
  add(cell: XlsformCell, problem: XlsformProblem, part = ''): void {
    if (this.#findings.length >= MOST_FINDINGS) return
    const { sheet, line, column, text } = cell
    this.#findings.push({
      sheet,
      line,
      column,
      cell: text.slice(0, LONGEST_CELL),
      problem,
      part: part.slice(0, LONGEST_CELL),
    })
  }

  /** The text of a cell, cut if it is too long. */
  cut(cell: XlsformCell, longest: number): string {
    if (cell.text.length <= longest) return cell.text
    this.add(cell, 'too-long')
    // Not in the middle of a surrogate pair.
    return cell.text.slice(0, longest).replace(/[\ud800-\udbff]$/, '')
  }

  /** The findings, in the order of the sheets and rows. */
  list(): XlsformFinding[] {
    const order = ['settings', 'survey', 'choices']
    return this.#findings.toSorted(
      (a, b) => order.indexOf(a.sheet) - order.indexOf(b.sheet) || a.line - b.line,
    )
  }
}
