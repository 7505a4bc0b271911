import { importTexts } from '#i18n/imports'
import { fillTemplateText } from '#i18n/translate'
import { type ImportedSheet, UnreadableFileError } from './file/sheet-rows.ts'
import { parseHeadings } from './headings.ts'
import type { ImportKindDefinition } from './import-kind.ts'

/**
 * The number of rows in which headings are searched, not counting blank rows; titles can precede
 * the headings.
 */
export const HEADING_SEARCH_ROWS = 10

/**
 * Chooses the worksheet to read: the worksheet that the user named, or the only visible worksheet
 * with rows of this kind. If several worksheets have such rows, returns their names for the user to
 * choose. If none has, reads the first worksheet that is not empty, so that its missing headings
 * are reported.
 */
export async function chooseSheet(
  kind: ImportKindDefinition,
  sheets: readonly ImportedSheet[],
  named: string,
): Promise<{ readonly sheet: ImportedSheet } | { readonly among: readonly string[] }> {
  if (named !== '') {
    const sheet = sheets.find(({ name }) => name === named)
    if (sheet === undefined)
      throw new UnreadableFileError(fillTemplateText(importTexts.noSuchSheet, named))
    return { sheet }
  }
  const [first, ...others] = sheets
  if (first === undefined) throw new UnreadableFileError(importTexts.noVisibleSheet)
  if (others.length === 0) return { sheet: first }
  const withRows: ImportedSheet[] = []
  let filledIn: ImportedSheet | undefined
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
  sheet: ImportedSheet,
): Promise<'rows' | 'something' | 'nothing'> {
  let read = 0
  let hasHeadings = false
  for await (const { cells } of sheet.rows()) {
    if (cells.every((cell) => cell.trim() === '')) continue
    if (hasHeadings) return 'rows'
    read += 1
    hasHeadings = parseHeadings(kind, cells) !== undefined
    if (!hasHeadings && read >= HEADING_SEARCH_ROWS) break
  }
  return read > 0 ? 'something' : 'nothing'
}
