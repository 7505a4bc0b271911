import { normalizeNumberText } from '#contract/normalize'
import { importTexts } from '#i18n/imports'
import { type Language, fillTemplateText } from '#i18n/translate'
import { UnreadableFileError } from './file/sheet-rows.ts'
import type { ImportColumn, ImportKindDefinition } from './import-kind.ts'

/** The columns of a file, in its order. */
export interface ParsedHeadings {
  readonly columns: readonly (ImportColumn | undefined)[]
  readonly texts: readonly string[]
  /** Unknown headings; the cells below them are not read. */
  readonly unknown: readonly string[]
}

const REFUSAL_HEADINGS = [
  importTexts.lineHeading,
  importTexts.columnHeading,
  importTexts.valueHeading,
  importTexts.reasonHeading,
] as const

/**
 * The additional headings of the file of refused rows. That file can be corrected and imported
 * again.
 */
export const getRefusalHeadings = (language: Language): string[] =>
  REFUSAL_HEADINGS.map((one) => one[language])

/** Whether this is an additional heading of the file of refused rows. */
export const isRefusalHeading = (heading: string): boolean =>
  REFUSAL_HEADINGS.some(({ zh, en }) => zh === heading || en === heading)

/** Parses a row of headings; undefined if a required heading is missing. */
export function parseHeadings(
  kind: ImportKindDefinition,
  cells: readonly string[],
): ParsedHeadings | undefined {
  const found = interpretHeadings(kind, cells)
  return missingIn(kind, found).length === 0 ? found : undefined
}

/** Explains why a file's headings are not valid. `cells` is the first row that is not blank. */
export function explainMissingHeadings(
  kind: ImportKindDefinition,
  cells: readonly string[],
): UnreadableFileError {
  const missing = missingIn(kind, interpretHeadings(kind, cells)).map(({ title }) => title)
  return new UnreadableFileError({
    zh: importTexts.missingHeadings.zh(missing.map(({ zh }) => zh).join('、')),
    en: importTexts.missingHeadings.en(missing.map(({ en, zh }) => `${en} (${zh})`).join(', ')),
  })
}

function interpretHeadings(kind: ImportKindDefinition, cells: readonly string[]): ParsedHeadings {
  const columns = cells.map((cell) =>
    kind.columns.find(({ title, aliases = [] }) =>
      [title.zh, title.en, ...aliases].some(
        (one) => normalizeHeading(one) === normalizeHeading(cell),
      ),
    ),
  )
  const twice = columns.find((one, at) => one !== undefined && columns.indexOf(one) !== at)
  if (twice !== undefined)
    throw new UnreadableFileError(fillTemplateText(importTexts.headingTwice, twice.title.zh))
  const texts = cells.map((cell) => cell.trim())
  const unknown = texts.filter(
    (text, at) => columns[at] === undefined && text !== '' && !isRefusalHeading(text),
  )
  return { columns, texts, unknown }
}

const missingIn = (kind: ImportKindDefinition, { columns }: ParsedHeadings) =>
  kind.columns.filter((column) => column.needed === true && !columns.includes(column))

/** Normalizes a heading. Asterisks and bracketed notes are instructions, not part of the name. */
export const normalizeHeading = (heading: string) =>
  normalizeNumberText(heading)
    .toLowerCase()
    .replace(/\*|[([].*?[)\]]/g, '')
