import { formatValue, parseCellRef, serialToDate } from 'hucre'
import { importTexts } from '#i18n/imports'
import { fillTemplateText } from '#i18n/translate'
import { MergedCells } from './merged-cells.ts'
import {
  LAST_WORKSHEET_LINE,
  MAX_ROW_CHARACTERS,
  MAX_SHEET_COLUMNS,
  type ImportedSheet,
  type SheetRow,
  UnreadableFileError,
} from './sheet-rows.ts'
import { unescapeXmlText, readWorkbook, type Workbook } from './workbook.ts'
import { parseXmlChunks } from './xml.ts'
import { ZipArchive } from './zip.ts'

// The largest uncompressed size of a worksheet, bytes. A worksheet is never in memory as a whole.
const MOST_SHEET_BYTES = 512 * 2 ** 20

/** Opens the visible worksheets of a workbook. */
export const openXlsx = (bytes: Uint8Array): Promise<readonly ImportedSheet[]> =>
  asUnreadableFile(async () => {
    const archive = await ZipArchive.open(bytes)
    const workbook = await readWorkbook(archive)
    return workbook.sheets.map(({ name, path }): ImportedSheet => {
      const chunks = () => archive.read(path, MOST_SHEET_BYTES)
      let outline: Promise<Outline> | undefined
      const seen = () => (outline ??= asUnreadableFile(() => outlineOf(chunks())))
      return {
        format: 'XLSX',
        name,
        facts: { from1904: workbook.from1904 },
        estimate: async () => (await seen()).rows,
        rows: async function* () {
          yield* rowsOf(chunks(), workbook, new MergedCells((await seen()).merged))
        },
      }
    })
  })

/** The properties of a worksheet that are read before its rows. */
interface Outline {
  /** The estimated number of rows. */
  readonly rows: number
  /** The references of its merged cells, such as `A1:B2`. */
  readonly merged: readonly string[]
}

const MOST_MERGED = 100_000
const END_OF_ROWS = /<\/(?:[\w.-]+:)?sheetData\s*>/
const MERGED = /<(?:[\w.-]+:)?mergeCell\s[^>]*?\bref\s*=\s*["']([A-Za-z0-9:$]+)["']/g
const LONGEST_TAG = 200

// The merged cells are listed after the rows, so the file is read twice. This first pass searches
// the text without parsing XML, because parsing would take too long for 200,000 rows.
async function outlineOf(chunks: AsyncIterable<Buffer>): Promise<Outline> {
  const merged: string[] = []
  let rows = 0
  let behind = false
  let rest = ''
  for await (const chunk of chunks) {
    if (!behind) rows += rowsIn(chunk)
    rest += chunk.toString('latin1')
    const end = behind ? -1 : rest.search(END_OF_ROWS)
    if (end >= 0) {
      behind = true
      rest = rest.slice(end)
    }
    if (behind) {
      let read = 0
      for (const found of rest.matchAll(MERGED)) {
        merged.push(found[1] ?? '')
        read = found.index + found[0].length
      }
      if (merged.length > MOST_MERGED) throw new UnreadableFileError(importTexts.tooLarge)
      rest = rest.slice(read)
    }
    rest = rest.slice(-LONGEST_TAG)
  }
  return { rows, merged }
}

// Counts rows approximately, because a tag that is split between two chunks is missed.
function rowsIn(chunk: Buffer): number {
  let rows = 0
  for (let at = chunk.indexOf('<row '); at >= 0; at = chunk.indexOf('<row ', at + 1)) rows += 1
  return rows
}

async function* rowsOf(
  chunks: AsyncIterable<Uint8Array>,
  workbook: Workbook,
  merges: MergedCells,
): AsyncGenerator<SheetRow> {
  const reader = new RowReader(workbook, merges)
  const steps = parseXmlChunks(chunks, reader)
  for (;;) {
    const { done } = await asUnreadableFile(() => steps.next())
    yield* reader.take()
    if (done === true) return
  }
}

// Converts the various errors of the libraries to `UnreadableFileError`.
async function asUnreadableFile<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    throw error instanceof UnreadableFileError
      ? error
      : new UnreadableFileError(importTexts.badXlsx)
  }
}

class RowReader {
  readonly #workbook: Workbook
  readonly #merges: MergedCells
  #rows: SheetRow[] = []
  #line = 0
  #cells: string[] = []
  #formulas: Set<number> | undefined
  #characters = 0
  #column = -1
  #type = ''
  #style = 0
  #value = ''
  #formula = ''
  #hasFormula = false
  // False while the reader is inside a formula or phonetic text.
  #isValue = false
  #isFormula = false
  #isSound = false

  constructor(workbook: Workbook, merges: MergedCells) {
    this.#workbook = workbook
    this.#merges = merges
  }

  /** Returns the rows that were completed since the last call. */
  take(): readonly SheetRow[] {
    const rows = this.#rows
    this.#rows = []
    return rows
  }

  readonly open = (name: string, attributes: Readonly<Record<string, string>>): void => {
    if (name === 'row') {
      this.#line = Number(attributes['r'] ?? this.#line + 1)
      if (!Number.isInteger(this.#line) || this.#line < 1 || this.#line > LAST_WORKSHEET_LINE)
        throw new UnreadableFileError(
          fillTemplateText(importTexts.badLine, String(attributes['r']).slice(0, 20)),
        )
      this.#cells = []
      this.#formulas = undefined
      this.#characters = 0
      this.#column = -1
    }
    if (name === 'c') {
      const { r: place } = attributes
      this.#column = place === undefined ? this.#column + 1 : parseCellRef(place).col
      this.#type = attributes['t'] ?? 'n'
      this.#style = Number(attributes['s'] ?? -1)
      this.#value = ''
      this.#formula = ''
      this.#hasFormula = false
    }
    if (name === 'f') this.#isFormula = this.#hasFormula = true
    if (name === 'rPh') this.#isSound = true
    if (name === 'v' || name === 't') this.#isValue = !this.#isSound
  }

  readonly text = (text: string): void => {
    if (this.#isValue) this.#value += text
    else if (this.#isFormula) this.#formula += text
  }

  readonly close = (name: string): void => {
    if (name === 'v' || name === 't') this.#isValue = false
    if (name === 'f') this.#isFormula = false
    if (name === 'rPh') this.#isSound = false
    if (name === 'c' && this.#column >= 0 && this.#column < MAX_SHEET_COLUMNS) {
      const text = this.#cell()
      this.#characters += text.length
      if (this.#characters > MAX_ROW_CHARACTERS) throw new UnreadableFileError(importTexts.tooLarge)
      while (this.#cells.length < this.#column) this.#cells.push('')
      this.#cells[this.#column] = text
    }
    if (name === 'row') {
      const spanned = this.#merges.spannedIn(this.#line, this.#cells)
      this.#rows.push({
        line: this.#line,
        cells: this.#cells,
        ...(spanned.length > 0 && { mergedCells: spanned }),
        ...(this.#formulas !== undefined && { formulas: this.#formulas }),
      })
    }
  }

  #cell(): string {
    // Programs without a calculation engine write formulas without a result.
    if (this.#hasFormula && this.#value === '' && this.#type !== 'str') {
      this.#formulas ??= new Set()
      this.#formulas.add(this.#column)
      return `=${this.#formula.slice(0, LONGEST_TAG)}`
    }
    switch (this.#type) {
      case 's':
        return this.#workbook.texts[Number(this.#value)] ?? ''
      case 'b':
        return ['1', 'true'].includes(this.#value.toLowerCase()) ? '是' : '否'
      case 'n':
        return this.#number()
      default:
        return unescapeXmlText(this.#value)
    }
  }

  /** Formats a number or date as a user would type it. */
  #number(): string {
    const { styles, from1904 } = this.#workbook
    const number = Number(this.#value)
    if (this.#value.trim() === '' || Number.isNaN(number)) return unescapeXmlText(this.#value)
    const style = styles[this.#style] ?? 'plain'
    const date = style === 'date' ? serialToDate(number, from1904) : undefined
    if (date !== undefined && !Number.isNaN(date.getTime())) return dateText(date)
    // Numbers of more than 15 digits already lost digits when they were typed. They are formatted
    // as 1.1E+17, which the readers of cells refuse.
    if (Math.abs(number) >= 1e15) return number.toExponential().toUpperCase()
    if (typeof style === 'object' && Number.isInteger(number))
      return formatValue(number, style.code)
    return String(Number(number.toPrecision(15)))
  }
}

// The date and time as displayed by the sheet, which has no time zone.
const dateText = (date: Date): string =>
  date
    .toISOString()
    .replace('T', ' ')
    .replace(/:\d\d\.\d{3}Z$/, '')
    .replace(/ 00:00$/, '')
