import { importTexts } from '#i18n/imports'
import { fillText } from '../cell-readers.ts'
import { MOST_CHARACTERS, MOST_COLUMNS, UnreadableFileError } from './sheet-rows.ts'

const LINE_FEED = 0x0a
const RETURN = 0x0d

/**
 * Splits comma-separated values (RFC 4180) into rows, a part of the text at a time and in one pass.
 * As in spreadsheet programs, rows may differ in length, a line ends with LF or CRLF (with CR, where
 * the first one does), and a quote that does not begin a cell is a character of it. Throws
 * `Unreadable` for a row of too many characters and for a quote that is never closed.
 */
export class CsvRows {
  readonly #delimiter: string
  #rest = ''
  #isQuoted = false
  #endsWithReturn: boolean | undefined
  #hasBegun = false
  #cell = ''
  #cells: string[] = []
  #characters = 0
  #line = 1

  constructor(delimiter: string) {
    this.#delimiter = delimiter
  }

  /** The rows that end in this part. */
  *read(part: string, isLast = false): Generator<string[]> {
    const text = this.#rest + part
    this.#rest = ''
    let at = 0
    while (at < text.length) {
      this.#hasBegun = true
      const isAtStart = this.#cell === '' && !this.#isQuoted
      if (isAtStart && text[at] === '"') {
        this.#isQuoted = true
        at += 1
      }
      const end = this.#isQuoted ? text.indexOf('"', at) : this.#find(text, at)
      if (end < 0) return this.#take(text.slice(at))
      const sign = text[end]
      const next = text[end + 1]
      if (next === undefined && !isLast && (sign === '"' || sign === '\r')) {
        // What it means depends on what follows it.
        this.#take(text.slice(at, end))
        this.#rest = text.slice(end)
        return
      }
      const isPair = this.#isQuoted && next === '"'
      this.#take(text.slice(at, isPair ? end + 1 : end))
      at = end + (isPair ? 2 : 1)
      if (this.#isQuoted) {
        if (!isPair) {
          this.#isQuoted = false
          // Quotes around the beginning of a cell are characters of it.
          if (!this.#ends(next)) this.#cell = `"${this.#cell}"`
        }
      } else if (sign === this.#delimiter) this.#endCell()
      else if (sign === '\n') {
        this.#endsWithReturn ??= false
        yield this.#endRow()
      } else {
        this.#endsWithReturn ??= next !== '\n'
        if (next === '\n') at += 1
        if (next === '\n' || this.#endsWithReturn) yield this.#endRow()
        else this.#take('\r')
      }
    }
  }

  /** The last row, where no line break ends it. */
  *end(): Generator<string[]> {
    yield* this.read('', true)
    if (this.#isQuoted) throw this.#unreadable()
    if (this.#hasBegun) yield this.#endRow()
  }

  #find(text: string, from: number): number {
    const delimiter = this.#delimiter.charCodeAt(0)
    for (let at = from; at < text.length; at += 1) {
      const code = text.charCodeAt(at)
      if (code === delimiter || code === LINE_FEED || code === RETURN) return at
    }
    return -1
  }

  #ends(sign: string | undefined): boolean {
    return sign === undefined || sign === this.#delimiter || sign === '\n' || sign === '\r'
  }

  #take(piece: string): void {
    this.#count(piece.length)
    this.#cell += piece
  }

  #count(characters: number): void {
    this.#characters += characters
    if (this.#characters > MOST_CHARACTERS) throw this.#unreadable()
  }

  #endCell(): void {
    this.#count(1)
    // A copy: a piece of a text keeps all of it in memory.
    if (this.#cells.length < MOST_COLUMNS) this.#cells.push(Buffer.from(this.#cell).toString())
    this.#cell = ''
  }

  #endRow(): string[] {
    this.#endCell()
    const cells = this.#cells
    this.#cells = []
    this.#characters = 0
    this.#hasBegun = false
    this.#line += 1
    return cells
  }

  #unreadable(): UnreadableFileError {
    return new UnreadableFileError(fillText(importTexts.badCsv, this.#line))
  }
}
