import { importTexts } from '#i18n/imports'
import { fillTemplateText } from '#i18n/translate'
import { MAX_ROW_CHARACTERS, MAX_SHEET_COLUMNS, UnreadableFileError } from './sheet-rows.ts'

const LINE_FEED = 0x0a
const RETURN = 0x0d

/**
 * Splits comma-separated values (RFC 4180) into rows, chunk by chunk in one pass. As in spreadsheet
 * programs, rows can differ in length; lines end with LF or CRLF (or with CR, if the first line
 * does); and a quote inside a cell is an ordinary character. Throws `UnreadableFileError` for a row
 * with too many characters and for an unclosed quote.
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

  /** Yields the rows that this chunk completes. */
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
        // The meaning of a quote depends on the next character.
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
          // If quotes enclose only the beginning of a cell, they are part of its text.
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

  /** Yields the last row, if it is not ended by a line break. */
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
    if (this.#characters > MAX_ROW_CHARACTERS) throw this.#unreadable()
  }

  #endCell(): void {
    this.#count(1)
    // The text is copied, because a substring keeps the whole text in memory.
    if (this.#cells.length < MAX_SHEET_COLUMNS) this.#cells.push(Buffer.from(this.#cell).toString())
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
    return new UnreadableFileError(fillTemplateText(importTexts.badCsv, this.#line))
  }
}
