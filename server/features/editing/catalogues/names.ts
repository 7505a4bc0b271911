import type { Value } from '#contract/codec'
import type { NameValues } from '#contract/editing'
import { editingWords } from '#words/editing'
import type { Catalogue } from '../catalogue.ts'
import { saveEnglish } from '../english.ts'

/** What the school's texts are called in English. */
export const names: Catalogue<Value<typeof NameValues>> = {
  noun: 'names',
  identity: ({ chinese }) => [chinese],

  find: async (db) => {
    const rows = await db.selectFrom('english').selectAll().orderBy('chinese').execute()
    return rows.map(({ chinese, english }) => ({ id: chinese, values: { chinese, english } }))
  },

  write: async (db, { values, before }) => {
    if (before !== undefined && before.id !== values.chinese) return editingWords.nameOfText
    await saveEnglish(db, { ...values, isKnown: true })
    return values.chinese
  },
}
