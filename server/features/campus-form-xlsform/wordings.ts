import type { Wording } from '#contract/campus-form-definition'
import type { XlsformRow, XlsformTable, XlsformTables } from './read-tables.ts'
import type { XlsformReport } from './xlsform-report.ts'

/** Names of the languages in the headings of an exported form. */
export const HEADING_LANGUAGES = { zh: 'Chinese (zh)', en: 'English (en)' } as const

const LONGEST_TEXT = 2_000

/** The languages of a form: which headings are Chinese, and which English. */
export interface XlsformLanguages {
  readonly of: (language: string) => 'zh' | 'en' | undefined
}

/**
 * Decides which of the two languages each language of a form is. Columns without a language are of
 * the form's default language, or of the language whose script they are in. Another language is
 * taken for English only if the form has neither.
 */
export function chooseLanguages(
  { survey, choices, settings }: XlsformTables,
  report: XlsformReport,
): XlsformLanguages {
  const plain = settings.rows[0]?.cell('default_language').text ?? ''
  const chosen = new Map([['', knownLanguage(plain) ?? scriptOf(survey)]])
  const columns = [survey, choices].flatMap(({ sheet, line, columns: all }) =>
    all.map((column) => ({ ...column, sheet, line })),
  )
  const others = columns.filter(({ language }) => {
    const known = knownLanguage(language)
    if (known !== undefined) chosen.set(language, known)
    return language !== '' && known === undefined
  })
  const hasPlain = columns.some(({ name, language }) => name === 'label' && language === '')
  const first = others.find(({ language }) => language === plain) ?? others[0]
  if (!hasPlain && chosen.size === 1 && first !== undefined) chosen.set(first.language, 'en')
  for (const { sheet, line, heading, language } of others) {
    const cell = { sheet, line, column: heading, text: '' }
    if (chosen.has(language)) report.add(cell, 'language', language)
    else report.add(cell, 'language-left-out')
  }
  return { of: (language) => chosen.get(language) }
}

function knownLanguage(name: string): 'zh' | 'en' | undefined {
  const [, code] = /\(([A-Za-z-]+)\)\s*$/.exec(name) ?? []
  const text = (code ?? name).trim().toLowerCase()
  if (/^(zh([-_].*)?|cmn|chinese.*|mandarin|[简繁]体中文|中文.*|汉语|普通话)$/.test(text))
    return 'zh'
  return /^(en([-_].*)?|eng|english.*|英文|英语)$/.test(text) ? 'en' : undefined
}

function scriptOf({ rows }: XlsformTable): 'zh' | 'en' {
  const labels = rows.flatMap((row) => row.cells('label'))
  return labels.some(({ text, language }) => language === '' && /\p{Script=Han}/u.test(text))
    ? 'zh'
    : 'en'
}

/** What the reading of texts needs. */
export interface WordingTools {
  readonly languages: XlsformLanguages
  readonly report: XlsformReport
}

/** Reads the texts of a row in both languages; undefined if there is none. */
export function readWording(
  row: XlsformRow,
  name: string,
  { languages, report }: WordingTools,
): Wording | undefined {
  const wording = { zh: '', en: '' }
  for (const cell of row.cells(name)) {
    const language = languages.of(cell.language)
    // A column with a language comes before one without.
    if (language === undefined || (cell.language === '' && wording[language] !== '')) continue
    if (/\$\{[^}]*\}/.test(cell.text)) report.add(cell, 'reference')
    wording[language] = report.cut(cell, LONGEST_TEXT)
  }
  return wording.zh === '' && wording.en === '' ? undefined : wording
}

/** Whether a cell says yes. */
export const isYes = (text: string): boolean => /^(yes|y|true|true\(\)|1|是)$/i.test(text)

/** Whether a cell says no. */
export const isNo = (text: string): boolean => /^(no|n|false|false\(\)|0|否)$/i.test(text)
