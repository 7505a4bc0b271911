import type { Db } from '../../platform/database/database.ts'

/** What texts are called in English; '' for what has no name there. */
export async function englishOf(
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

/** Call a text so in English from now on, everywhere; '' takes its name away. */
export async function setEnglish(db: Db, chinese: string, english: string): Promise<void> {
  if (chinese === '') return
  if (english === '') await db.deleteFrom('english').where('chinese', '=', chinese).execute()
  else
    await db
      .insertInto('english')
      .values({ chinese, english })
      .onConflict((conflict) => conflict.column('chinese').doUpdateSet({ english }))
      .execute()
}
