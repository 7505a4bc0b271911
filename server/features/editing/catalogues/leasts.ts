import type { Value } from '#contract/codec'
import type { LeastValues } from '#contract/editing'
import { editingWords } from '#words/editing'
import type { Catalogue } from '../catalogue.ts'

/** The least that a kind of student pays at once in a year. */
export const leasts: Catalogue<Value<typeof LeastValues>> = {
  noun: 'leasts',

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
        least: String(lowest_fen < 0 ? -1 : lowest_fen / 100),
      },
      withdrawn: withdrawn_at !== null,
    }))
  },

  write: async (db, { values, before }) => {
    const id = `${values.year} ${values.enrolment}`
    if (before !== undefined && before.id !== id) return editingWords.leastOfYear
    const row = { lowest_fen: Math.max(-1, Number(values.least) * 100), withdrawn_at: null }
    await db
      .insertInto('lowest_fee')
      .values({ ...row, year: Number(values.year), enrolment: values.enrolment })
      .onConflict((conflict) => conflict.columns(['year', 'enrolment']).doUpdateSet(row))
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
