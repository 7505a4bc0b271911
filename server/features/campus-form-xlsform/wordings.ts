import type { Wording } from '#contract/campus-form-definition'
import type { XlsformRow, XlsformTable } from './read-tables.ts'
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
  tables: { readonly survey: XlsformTable; readonly choices: XlsformTable },
  defaultLanguage: string,
  report: XlsformReport,
): XlsformLanguages {
  const columns = [tables.survey, tables.choices].flatMap(({ sheet, line, columns: all }) =>
    all.map((column) => ({ ...column, sheet, line })),
  )
  const named = [...new Set(columns.map(({ language }) => language).filter((one) => one !== ''))]
  const hasPlain = columns.some(({ name, language }) => name === 'label' && language === '')
  const chosen = new Map<string, 'zh' | 'en' | undefined>(
    named.map((language) => [language, knownLanguage(language)]),
  )
  if (!hasPlain && [...chosen.values()].every((one) => one === undefined)) {
    const first = named.find((one) => one === defaultLanguage) ?? named[0]
    if (first !== undefined) chosen.set(first, 'en')
  }
  for (const { sheet, line, heading, language } of columns) {
    if (language === '' || knownLanguage(language) !== undefined) continue
    const cell = { sheet, line, column: heading, text: '' }
    if (chosen.get(language) === undefined) report.add(cell, 'language-left-out')
    else report.add(cell, 'language', language)
  }
  chosen.set('', knownLanguage(defaultLanguage) ?? scriptOf(tables))
  return { of: (language) => chosen.get(language) }
}

function knownLanguage(name: string): 'zh' | 'en' | undefined {
  const [, code] = /\(([A-Za-z-]+)\)\s*$/.exec(name) ?? []
  const text = (code ?? name).trim().toLowerCase()
  if (/^(zh([-_].*)?|cmn|chinese.*|mandarin|[简繁]体中文|中文.*|汉语|普通话)$/.test(text))
    return 'zh'
  return /^(en([-_].*)?|eng|english.*|英文|英语)$/.test(text) ? 'en' : undefined
}

function scriptOf({ survey }: { readonly survey: XlsformTable }): 'zh' | 'en' {
  const labels = survey.rows.flatMap((row) => row.cells('label'))
  return labels.some(({ text, language }) => language === '' && /\p{Script=Han}/u.test(text))
    ? 'zh'
    : 'en'
}

/** Reads the texts of a row in both languages; undefined if there is none. */
export function readWording(
  row: XlsformRow,
  name: string,
  { languages, report }: { languages: XlsformLanguages; report: XlsformReport },
): Wording | undefined {
  const wording = { zh: '', en: '' }
  for (const cell of row.cells(name)) {
    const language = languages.of(cell.language)
    // A column with a language comes before one without.
    if (language === undefined || (cell.language === '' && wording[language] !== '')) continue
    if (cell.text.length > LONGEST_TEXT) report.add(cell, 'too-long')
    if (/\$\{[^}]*\}/.test(cell.text)) report.add(cell, 'reference')
    wording[language] = cell.text.slice(0, LONGEST_TEXT)
  }
  return wording.zh === '' && wording.en === '' ? undefined : wording
}
