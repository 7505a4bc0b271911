import { importTexts } from '#i18n/imports'
import { fillText } from './cell-readers.ts'
import { type Sheet, UnreadableFileError } from './file/sheet-rows.ts'
import { headingsIn } from './headings.ts'
import type { ImportKindDefinition } from './import-kind.ts'

/** In so many rows, blank ones aside, headings are looked for: a title may stand above them. */
export const HEADING_SEARCH_ROWS = 10

/**
 * The worksheet that is read: the one that a person named, or the only visible one with rows of this
 * kind. Several with rows are a question to the person, and their names are answered. Where none has
 * them, the first one that is not empty is read, which says what it lacks.
 */
export async function chooseSheet(
  kind: ImportKindDefinition,
  sheets: readonly Sheet[],
  named: string,
): Promise<{ readonly sheet: Sheet } | { readonly among: readonly string[] }> {
  if (named !== '') {
    const sheet = sheets.find(({ name }) => name === named)
    if (sheet === undefined) throw new UnreadableFileError(fillText(importTexts.noSuchSheet, named))
    return { sheet }
  }
  const [first, ...others] = sheets
  if (first === undefined) throw new UnreadableFileError(importTexts.noVisibleSheet)
  if (others.length === 0) return { sheet: first }
  const withRows: Sheet[] = []
  let filledIn: Sheet | undefined
  for (const sheet of sheets) {
    const found = await contentOf(kind, sheet)
    if (found === 'rows') withRows.push(sheet)
    if (found !== 'nothing') filledIn ??= sheet
  }
  return withRows.length > 1
    ? { among: withRows.map(({ name }) => name) }
    : { sheet: withRows[0] ?? filledIn ?? first }
}

async function contentOf(
  kind: ImportKindDefinition,
  sheet: Sheet,
): Promise<'rows' | 'something' | 'nothing'> {
  let read = 0
  let hasHeadings = false
  for await (const { cells } of sheet.rows()) {
    if (cells.every((cell) => cell.trim() === '')) continue
    if (hasHeadings) return 'rows'
    read += 1
    hasHeadings = headingsIn(kind, cells) !== undefined
    if (!hasHeadings && read >= HEADING_SEARCH_ROWS) break
  }
  return read > 0 ? 'something' : 'nothing'
}
