import { referenceDataTexts } from '#i18n/reference-data'
import { type LocalizedText, fillTemplateText } from '#i18n/translate'
import type { Db } from '../../platform/database/db.ts'

/** Finds the English names of the texts in these columns; '' for texts without one. */
export async function loadEnglishNames<Column extends string>(
  db: Db,
  named: readonly { readonly [C in Column]: string }[],
  ...columns: readonly Column[]
): Promise<(text: string) => string> {
  const texts = named.flatMap((row) => columns.map((column) => row[column]))
  if (texts.length === 0) return () => ''
  const rows = await db
    .selectFrom('english')
    .selectAll()
    .where('chinese', 'in', [...new Set(texts)])
    .execute()
  const names = new Map(rows.map(({ chinese, english }) => [chinese, english]))
  return (text) => names.get(text) ?? ''
}

interface NamedText {
  readonly chinese: string
  /** The English name; '' if none was entered. */
  readonly english: string
  /**
   * Whether the editor has seen the current name. If so, the change applies to all rows with this
   * text.
   */
  readonly isKnown: boolean
}

/**
 * Finds why an English name cannot be saved: the text already has another English name, which other
 * rows use and the editor has not seen.
 */
export async function findEnglishNameConflict(
  db: Db,
  { chinese, english, isKnown }: NamedText,
): Promise<LocalizedText | undefined> {
  if (isKnown || english === '') return undefined
  const standing = (await loadEnglishNames(db, [{ chinese }], 'chinese'))(chinese)
  return standing === '' || standing === english
    ? undefined
    : fillTemplateText(referenceDataTexts.englishTaken, chinese, standing)
}

/**
 * Saves the English name of a text for all rows. With '' the name is deleted, but only if the
 * editor has seen it.
 */
export async function saveEnglishName(
  db: Db,
  { chinese, english, isKnown }: NamedText,
): Promise<void> {
  if (chinese === '') return
  if (english !== '')
    await db
      .insertInto('english')
      .values({ chinese, english })
      .onConflict((conflict) => conflict.column('chinese').doUpdateSet({ english }))
      .execute()
  else if (isKnown) await db.deleteFrom('english').where('chinese', '=', chinese).execute()
}
