import { campusFormXlsformTexts } from '#i18n/campus-form-xlsform'
import { type ImportedSheet, openSheets, UnreadableFileError } from '../imports/public.ts'
import type { XlsformCell, XlsformReport } from './xlsform-report.ts'

/** A column of a sheet: its name in XLSForm, and the language after `::`. */
export interface XlsformColumn {
  readonly name: string
  readonly language: string
  readonly heading: string
  readonly at: number
}

/** A row of a sheet that is not empty. */
export interface XlsformRow {
  readonly line: number
  /** The cell of a column without a language; its text is trimmed, '' if it is empty. */
  readonly cell: (name: string) => XlsformCell
  /** The cells of a column in its languages, as they are written, without the empty ones. */
  readonly cells: (name: string) => readonly (XlsformCell & { readonly language: string })[]
}

/** A sheet of an XLSForm. */
export interface XlsformTable {
  readonly sheet: string
  readonly line: number
  readonly columns: readonly XlsformColumn[]
  readonly rows: readonly XlsformRow[]
}

/** The sheets of an XLSForm. */
export interface XlsformTables {
  readonly survey: XlsformTable
  readonly choices: XlsformTable
  readonly settings: XlsformTable
}

// A form has at most 200 questions and 2,000 choices; more rows are only read to report them.
const MOST_ROWS = 5_000
const MOST_LINES = 50_000

/**
 * Reads the sheets of an XLSForm. Throws `UnreadableFileError` for a file that is none. The reader
 * is that of imports, which refuses files that unpack to more than they say.
 */
export async function readXlsformTables(
  bytes: Uint8Array,
  report: XlsformReport,
): Promise<XlsformTables> {
  const sheets = await openSheets(bytes)
  const read = async (name: string): Promise<XlsformTable> => {
    const sheet = sheets.find((one) => one.name.trim().toLowerCase() === name)
    return sheet === undefined ? emptyTable(name) : readTable(sheet, name, report)
  }
  const survey = await read('survey')
  if (!['type', 'name'].every((name) => survey.columns.some((column) => column.name === name)))
    throw new UnreadableFileError(campusFormXlsformTexts.noSurvey)
  return { survey, choices: await read('choices'), settings: await read('settings') }
}

const emptyTable = (sheet: string): XlsformTable => ({ sheet, line: 1, columns: [], rows: [] })

async function readTable(
  source: ImportedSheet,
  sheet: string,
  report: XlsformReport,
): Promise<XlsformTable> {
  const rows: XlsformRow[] = []
  let columns: readonly XlsformColumn[] | undefined
  let headingLine = 1
  let lines = 0
  for await (const { line, cells, formulas } of source.rows()) {
    lines += 1
    if (lines > MOST_LINES) break
    if (cells.every((cell) => cell.trim() === '')) continue
    if (columns === undefined) {
      headingLine = line
      columns = cells.flatMap((heading, at) => columnOf(sheet, heading, at))
      continue
    }
    const texts = cells.map((cell, at) =>
      // The database stores no NUL and no half of a surrogate pair.
      formulas?.has(at) === true ? '' : cell.replaceAll(/[\0\p{Cs}]/gu, ''),
    )
    for (const column of columns)
      if (formulas?.has(column.at) === true)
        report.add({ sheet, line, column: column.heading, text: cells[column.at] ?? '' }, 'formula')
    if (rows.length === MOST_ROWS) {
      report.add({ sheet, line, column: '', text: '' }, 'too-many')
      break
    }
    rows.push(rowOf({ sheet, line, texts }, columns))
  }
  return { sheet, line: headingLine, columns: columns ?? [], rows }
}

const ALIASES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  survey: {
    command: 'type',
    tag: 'name',
    value: 'name',
    relevance: 'relevant',
    'bind::relevant': 'relevant',
    'bind::required': 'required',
    'bind::constraint': 'constraint',
    'bind::calculate': 'calculation',
    'bind::jr:constraintmsg': 'constraint_message',
    'jr:constraintmsg': 'constraint_message',
    'bind::jr:requiredmsg': 'required_message',
    requiredmsg: 'required_message',
    'bind::readonly': 'read_only',
    readonly: 'read_only',
    caption: 'label',
    calculate: 'calculation',
    count: 'repeat_count',
    'jr:count': 'repeat_count',
    image: 'media::image',
    'big-image': 'media::big-image',
    audio: 'media::audio',
    video: 'media::video',
  },
  choices: {
    'list name': 'list_name',
    value: 'name',
    image: 'media::image',
    audio: 'media::audio',
  },
  settings: { form_title: 'title', set_form_title: 'title', set_form_id: 'form_id' },
}

// Columns whose name is followed by a language; older forms have one colon.
const TRANSLATED =
  /^(label|caption|hint|guidance_hint|constraint_message|constraint message|required_message|media::(?:image|audio|video)|image|audio|video|title|help)\s*::?\s*(.+)$/i

function columnOf(sheet: string, heading: string, at: number): XlsformColumn[] {
  const text = heading.trim()
  if (text === '') return []
  const [, base, language] = TRANSLATED.exec(text) ?? []
  // `media::image` is a column without a language.
  const name = (base ?? text).toLowerCase().replaceAll(/\s+/g, sheet === 'choices' ? ' ' : '_')
  const aliases = ALIASES[sheet] ?? {}
  const known = (Object.hasOwn(aliases, name) ? aliases[name] : undefined) ?? name
  // The headings of further columns of choices are names that filters read as they are written.
  const isOwn = sheet === 'choices' && !KNOWN_CHOICE_COLUMNS.has(known)
  return [{ name: isOwn ? text : known, language: language ?? '', heading: text, at }]
}

/** The columns of the sheet of choices that have a meaning; all others are read by filters. */
export const KNOWN_CHOICE_COLUMNS: ReadonlySet<string> = new Set([
  'list_name',
  'name',
  'label',
  'media::image',
  'media::audio',
  'media::video',
])

function rowOf(
  { sheet, line, texts }: { sheet: string; line: number; texts: readonly string[] },
  columns: readonly XlsformColumn[],
): XlsformRow {
  const find = (name: string) => columns.filter((column) => column.name === name)
  return {
    line,
    cell: (name) => {
      const column = find(name).find(({ at }) => (texts[at] ?? '').trim() !== '') ?? find(name)[0]
      const text = column === undefined ? '' : (texts[column.at] ?? '').trim()
      return { sheet, line, column: column?.heading ?? name, text }
    },
    cells: (name) =>
      find(name).flatMap(({ heading, language, at }) => {
        const text = texts[at] ?? ''
        return text.trim() === '' ? [] : [{ sheet, line, column: heading, text, language }]
      }),
  }
}
