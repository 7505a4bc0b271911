import type { CodecValue } from '#contract/codec'
import { parseYuan, formatYuan } from '#contract/fields'
import type { DormValues } from '#contract/reference-data'
import { referenceDataTexts } from '#i18n/reference-data'
import { type LocalizedText, fillTemplateText } from '#i18n/translate'
import type { Db } from '../../../platform/database/db.ts'
import { createSecret } from '../../../platform/sessions/secrets.ts'
import { countTakenBedsLocked } from '../../dorm/public.ts'
import type { ReferenceCatalogue } from '../catalogue.ts'
import { loadEnglishNames } from '../english-names.ts'

/** The catalogue of dormitory types with beds and price. */
export const dormTypeCatalogue: ReferenceCatalogue<CodecValue<typeof DormValues>> = {
  noun: 'dorms',
  identity: ({ name }) => [name],
  english: [['name', 'nameEn']],

  find: async (db) => {
    const rows = await db.selectFrom('dorm_type').selectAll().orderBy('id').execute()
    const english = await loadEnglishNames(db, rows, 'name')
    return rows.map(({ id, name, price_fen, places, withdrawn_at }) => ({
      id,
      values: {
        name,
        nameEn: english(name),
        price: formatYuan(price_fen),
        places: String(places),
      },
      withdrawn: withdrawn_at !== null,
    }))
  },

  write: async (db, { values, before, now }) => {
    const row = {
      name: values.name,
      price_fen: parseYuan(values.price),
      places: Number(values.places),
      withdrawn_at: null,
    }
    if (before === undefined) {
      const id = createSecret().slice(0, 12)
      await db
        .insertInto('dorm_type')
        .values({ ...row, id })
        .execute()
      return id
    }
    const taken = await countTakenBedsLocked(db, before.id, now)
    if (taken > row.places) return tooFew(taken)
    if (taken > 0 && parseYuan(before.values.price) !== row.price_fen)
      return describeTypeInUse(taken)
    await rename(db, before.values.name, values.name)
    await db.updateTable('dorm_type').set(row).where('id', '=', before.id).execute()
    return before.id
  },

  withdraw: async (db, { id }, now) => {
    const taken = await countTakenBedsLocked(db, id, now)
    if (taken > 0) return describeTypeInUse(taken)
    await db.updateTable('dorm_type').set({ withdrawn_at: now }).where('id', '=', id).execute()
    return undefined
  },
}

// Assigned rooms refer to their type by its name, so the name is changed in them too.
async function rename(db: Db, from: string, to: string): Promise<void> {
  if (from === to) return
  await db.updateTable('dorm_place').set({ type_name: to }).where('type_name', '=', from).execute()
  await db.updateTable('dorm_room').set({ type_name: to }).where('type_name', '=', from).execute()
}

const describeTypeInUse = (taken: number): LocalizedText =>
  fillTemplateText(referenceDataTexts.typeHeld, taken)
const tooFew = (taken: number): LocalizedText =>
  fillTemplateText(referenceDataTexts.tooFewPlaces, taken)
