import type { CodecValue } from '#contract/codec'
import type { EnglishNameValues } from '#contract/reference-data'
import { referenceDataTexts } from '#i18n/reference-data'
import type { ReferenceCatalogue } from '../catalogue.ts'
import { saveEnglishName } from '../english-names.ts'

/** The catalogue of English names of the school's texts. */
export const englishNameCatalogue: ReferenceCatalogue<CodecValue<typeof EnglishNameValues>> = {
  noun: 'names',
  identity: ({ chinese }) => [chinese],

  find: async (db) => {
    const rows = await db.selectFrom('english').selectAll().orderBy('chinese').execute()
    return rows.map(({ chinese, english }) => ({ id: chinese, values: { chinese, english } }))
  },

  write: async (db, { values, before }) => {
    if (before !== undefined && before.id !== values.chinese) return referenceDataTexts.nameOfText
    await saveEnglishName(db, { ...values, isKnown: true })
    return values.chinese
  },
}
