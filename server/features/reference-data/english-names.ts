import { referenceDataTexts } from '#i18n/reference-data'
import type { Text } from '#i18n/translate'
import type { Db } from '../../platform/database/db.ts'

/** What texts are called in English; '' for what has no name there. */
export async function loadEnglishNames(
  db: Db,
  texts: readonly string[],
): Promise<(text: string) => string> {
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
  /** '' where none was typed. */
  readonly english: string
  /** The editor saw what the text is called: this change is meant for all rows of that text. */
  readonly isKnown: boolean
}

/**
 * Why a text cannot be called so: it has another English name already, which the editor of a new
 * row has not seen and which other rows share.
 */
export async function findEnglishNameConflict(
  db: Db,
  { chinese, english, isKnown }: NamedText,
): Promise<Text | undefined> {
  if (isKnown || english === '') return undefined
  const standing = (await loadEnglishNames(db, [chinese]))(chinese)
  return standing === '' || standing === english
    ? undefined
    : {
        zh: referenceDataTexts.englishTaken.zh(chinese, standing),
        en: referenceDataTexts.englishTaken.en(chinese, standing),
      }
}

/** Call a text so in English from now on, everywhere; '' takes away only what its editor saw. */
export async function saveEnglish(db: Db, { chinese, english, isKnown }: NamedText): Promise<void> {
  if (chinese === '') return
  if (english !== '')
    await db
      .insertInto('english')
      .values({ chinese, english })
      .onConflict((conflict) => conflict.column('chinese').doUpdateSet({ english }))
      .execute()
  else if (isKnown) await db.deleteFrom('english').where('chinese', '=', chinese).execute()
}
