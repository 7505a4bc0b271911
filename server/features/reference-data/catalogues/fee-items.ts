import type { CodecValue } from '#contract/codec'
import { parseYuan, formatYuan } from '#contract/fields'
import type { FeeItemValues } from '#contract/reference-data'
import { referenceDataTexts } from '#i18n/reference-data'
import type { ReferenceCatalogue } from '../catalogue.ts'
import { loadEnglishNames } from '../english-names.ts'
import { explainUnknownLevel } from './levels.ts'

/** The catalogue of fee items: the amount for one group of students in a year. */
export const feeItemCatalogue: ReferenceCatalogue<CodecValue<typeof FeeItemValues>> = {
  noun: 'feeItems',
  identity: ({ year, enrolment, item }) => [year, enrolment, item],
  english: [['item', 'itemEn']],

  find: async (db) => {
    const rows = await db
      .selectFrom('fee_item')
      .selectAll()
      .orderBy('year', 'desc')
      .orderBy('enrolment')
      .orderBy('item')
      .execute()
    const english = await loadEnglishNames(db, rows, 'item')
    return rows.map(({ year, item, enrolment, amount_fen, withdrawn_at }) => ({
      id: `${year} ${enrolment} ${item}`,
      values: {
        item,
        itemEn: english(item),
        year: String(year),
        enrolment,
        amount: formatYuan(amount_fen),
      },
      withdrawn: withdrawn_at !== null,
    }))
  },

  write: async (db, { values, before }) => {
    const id = `${values.year} ${values.enrolment} ${values.item}`
    if (before !== undefined && before.id !== id) return referenceDataTexts.feeOfYear
    const unknown = before === undefined && (await explainUnknownLevel(db, values.enrolment))
    if (unknown) return unknown
    const row = { amount_fen: parseYuan(values.amount), withdrawn_at: null }
    const own = { year: Number(values.year), item: values.item, enrolment: values.enrolment }
    if (before === undefined) {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('fee_item')
        .values({ ...row, ...own })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow()
      return numInsertedOrUpdatedRows === 0n ? referenceDataTexts.nameTaken : id
    }
    await db
      .updateTable('fee_item')
      .set(row)
      .where('year', '=', own.year)
      .where('item', '=', own.item)
      .where('enrolment', '=', own.enrolment)
      .execute()
    return id
  },

  withdraw: async (db, { values }, now) => {
    await db
      .updateTable('fee_item')
      .set({ withdrawn_at: now })
      .where('year', '=', Number(values.year))
      .where('item', '=', values.item)
      .where('enrolment', '=', values.enrolment)
      .execute()
    return undefined
  },
}
