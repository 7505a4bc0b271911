import type { CodecValue } from '#contract/codec'
import { parseYuan, formatYuan } from '#contract/fields'
import { FULL_PAYMENT_MINIMUM, type MinimumPaymentValues } from '#contract/reference-data'
import { referenceDataTexts } from '#i18n/reference-data'
import type { ReferenceCatalogue } from '../catalogue.ts'
import { explainUnknownLevel } from './levels.ts'

/** The catalogue of minimum payments of a group of students in a year. */
export const minimumPaymentCatalogue: ReferenceCatalogue<CodecValue<typeof MinimumPaymentValues>> =
  {
    noun: 'leasts',
    identity: ({ year, enrolment }) => [year, enrolment],

    find: async (db) => {
      const rows = await db
        .selectFrom('lowest_fee')
        .selectAll()
        .orderBy('year', 'desc')
        .orderBy('enrolment')
        .execute()
      return rows.map(({ year, enrolment, lowest_fen, withdrawn_at }) => ({
        id: `${year} ${enrolment}`,
        values: {
          year: String(year),
          enrolment,
          least: lowest_fen < 0 ? FULL_PAYMENT_MINIMUM : formatYuan(lowest_fen),
        },
        withdrawn: withdrawn_at !== null,
      }))
    },

    write: async (db, { values, before }) => {
      const id = `${values.year} ${values.enrolment}`
      if (before !== undefined && before.id !== id) return referenceDataTexts.leastOfYear
      const unknown = before === undefined && (await explainUnknownLevel(db, values.enrolment))
      if (unknown) return unknown
      const row = {
        lowest_fen: values.least === FULL_PAYMENT_MINIMUM ? -1 : parseYuan(values.least),
        withdrawn_at: null,
      }
      const own = { year: Number(values.year), enrolment: values.enrolment }
      if (before === undefined) {
        const { numInsertedOrUpdatedRows } = await db
          .insertInto('lowest_fee')
          .values({ ...row, ...own })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirstOrThrow()
        return numInsertedOrUpdatedRows === 0n ? referenceDataTexts.nameTaken : id
      }
      await db
        .updateTable('lowest_fee')
        .set(row)
        .where('year', '=', own.year)
        .where('enrolment', '=', own.enrolment)
        .execute()
      return id
    },

    withdraw: async (db, { values }, now) => {
      await db
        .updateTable('lowest_fee')
        .set({ withdrawn_at: now })
        .where('year', '=', Number(values.year))
        .where('enrolment', '=', values.enrolment)
        .execute()
      return undefined
    },
  }
