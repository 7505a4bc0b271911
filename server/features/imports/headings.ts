import { normalizeNumberText } from '#contract/normalize'
import { importTexts } from '#i18n/imports'
import type { Language } from '#i18n/translate'
import { fillText } from './cell-readers.ts'
import { UnreadableFileError } from './file/sheet-rows.ts'
import type { ImportColumn, ImportKindDefinition } from './import-kind.ts'

/** The columns of a file, by their place in it. */
export interface Headings {
  readonly columns: readonly (ImportColumn | undefined)[]
  readonly texts: readonly string[]
  /** Headings that mean nothing here; their cells are not read. */
  readonly unknown: readonly string[]
}

const REFUSAL_HEADINGS = [
  importTexts.lineHeading,
  importTexts.columnHeading,
  importTexts.valueHeading,
  importTexts.reasonHeading,
] as const

/** Headings of the file of refusals, which may be mended and sent again. */
export const refusalHeadings = (language: Language): string[] =>
  REFUSAL_HEADINGS.map((one) => one[language])

/** Is it a heading that only the file of refusals has? */
export const isRefusalHeading = (heading: string): boolean =>
  REFUSAL_HEADINGS.some(({ zh, en }) => zh === heading || en === heading)

/** What the headings of a row mean; `undefined` when it lacks one that is needed. */
export function headingsIn(
  kind: ImportKindDefinition,
  cells: readonly string[],
): Headings | undefined {
  const found = interpretHeadings(kind, cells)
  return missingIn(kind, found).length === 0 ? found : undefined
}

/** Say why a file's headings cannot be read. `cells` is its first row that is not blank. */
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

function interpretHeadings(kind: ImportKindDefinition, cells: readonly string[]): Headings {
  const columns = cells.map((cell) =>
    kind.columns.find(({ title, aliases = [] }) =>
      [title.zh, title.en, ...aliases].some(
        (one) => normalizeHeading(one) === normalizeHeading(cell),
      ),
    ),
  )
  const twice = columns.find((one, at) => one !== undefined && columns.indexOf(one) !== at)
  if (twice !== undefined)
    throw new UnreadableFileError(fillText(importTexts.headingTwice, twice.title.zh))
  const texts = cells.map((cell) => cell.trim())
  const unknown = texts.filter(
    (text, at) => columns[at] === undefined && text !== '' && !isRefusalHeading(text),
  )
  return { columns, texts, unknown }
}

const missingIn = (kind: ImportKindDefinition, { columns }: Headings) =>
  kind.columns.filter((column) => column.needed === true && !columns.includes(column))

// Stars and what stands in brackets say what may be filled in, not what it is.
const normalizeHeading = (heading: string) =>
  normalizeNumberText(heading)
    .toLowerCase()
    .replace(/\*|[([].*?[)\]]/g, '')
