import { parseCellRef, serialToDate } from 'hucre'
import { importWords } from '#words/imports'
import { MOST_CHARACTERS, MOST_COLUMNS, type Sheet, type SheetRow, Unreadable } from './rows.ts'
import { plain, readWorkbook, type Workbook } from './workbook.ts'
import { parsed } from './xml.ts'
import { Archive } from './zip.ts'

// What a sheet may grow to, which is never held as a whole.
const MOST_SHEET_BYTES = 512 * 2 ** 20

/** The first sheet of a workbook. */
export const openXlsx = (bytes: Uint8Array): Promise<Sheet> =>
  inWords(async () => {
    const archive = await Archive.open(bytes)
    const workbook = await readWorkbook(archive)
    const chunks = () => archive.read(workbook.sheet, MOST_SHEET_BYTES)
    let estimate = 0
    for await (const chunk of chunks()) estimate += rowsIn(chunk)
    return { format: 'XLSX', estimate, rows: () => rowsOf(chunks(), workbook) }
  })

// One that is cut in two by the end of a chunk is missed.
function rowsIn(chunk: Buffer): number {
  let rows = 0
  for (let at = chunk.indexOf('<row '); at >= 0; at = chunk.indexOf('<row ', at + 1)) rows += 1
  return rows
}

async function* rowsOf(
  chunks: AsyncIterable<Uint8Array>,
  workbook: Workbook,
): AsyncGenerator<SheetRow> {
  const reader = new RowReader(workbook)
  const steps = parsed(chunks, reader)
  for (;;) {
    const { done } = await inWords(() => steps.next())
    yield* reader.take()
    if (done === true) return
  }
}

// The libraries have errors of many names.
async function inWords<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    throw error instanceof Unreadable ? error : new Unreadable(importWords.badXlsx)
  }
}

class RowReader {
  readonly #workbook: Workbook
  #rows: SheetRow[] = []
  #line = 0
  #cells: string[] = []
  #characters = 0
  #column = -1
  #type = ''
  #style = 0
  #value = ''
  // A formula and how a text is pronounced are no values.
  #isValue = false
  #isSound = false

  constructor(workbook: Workbook) {
    this.#workbook = workbook
  }

  /** The rows that ended since they were taken last. */
  take(): readonly SheetRow[] {
    const rows = this.#rows
    this.#rows = []
    return rows
  }

  readonly open = (name: string, attributes: Readonly<Record<string, string>>): void => {
    if (name === 'row') {
      this.#line = Number(attributes['r'] ?? this.#line + 1)
      this.#cells = []
      this.#characters = 0
      this.#column = -1
    }
    if (name === 'c') {
      const { r: place } = attributes
      this.#column = place === undefined ? this.#column + 1 : parseCellRef(place).col
      this.#type = attributes['t'] ?? 'n'
      this.#style = Number(attributes['s'] ?? -1)
      this.#value = ''
    }
    if (name === 'rPh') this.#isSound = true
    if (name === 'v' || name === 't') this.#isValue = !this.#isSound
  }

  readonly text = (text: string): void => {
    if (this.#isValue) this.#value += text
  }

  readonly close = (name: string): void => {
    if (name === 'v' || name === 't') this.#isValue = false
    if (name === 'rPh') this.#isSound = false
    if (name === 'c' && this.#column >= 0 && this.#column < MOST_COLUMNS) {
      const text = this.#cell()
      this.#characters += text.length
      if (this.#characters > MOST_CHARACTERS) throw new Unreadable(importWords.tooLarge)
      while (this.#cells.length < this.#column) this.#cells.push('')
      this.#cells[this.#column] = text
    }
    if (name === 'row') this.#rows.push({ line: this.#line, cells: this.#cells })
  }

  #cell(): string {
    switch (this.#type) {
      case 's':
        return this.#workbook.texts[Number(this.#value)] ?? ''
      case 'b':
        return ['1', 'true'].includes(this.#value.toLowerCase()) ? '是' : '否'
      case 'n':
        return this.#number()
      default:
        return plain(this.#value)
    }
  }

  /** A number or a date as somebody would type it. */
  #number(): string {
    const { dates, from1904 } = this.#workbook
    const number = Number(this.#value)
    if (this.#value.trim() === '' || Number.isNaN(number)) return plain(this.#value)
    const date = dates[this.#style] === true ? serialToDate(number, from1904) : undefined
    if (date !== undefined && !Number.isNaN(date.getTime())) return dateText(date)
    // More than 15 digits were lost when they were typed: they show as 1.1E+17 and are refused so.
    return Math.abs(number) >= 1e15 ? number.toExponential().toUpperCase() : String(number)
  }
}

// Its wall clock, whatever zone: that is what the sheet shows.
const dateText = (date: Date): string =>
  date
    .toISOString()
    .replace('T', ' ')
    .replace(/:\d\d\.\d{3}Z$/, '')
    .replace(/ 00:00$/, '')
