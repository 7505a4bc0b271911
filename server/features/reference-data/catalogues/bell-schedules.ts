import { type BellScheduleValues, parsePeriodTimes } from '#contract/bell-schedule-fields'
import type { CodecValue } from '#contract/codec'
import { referenceDataTexts } from '#i18n/reference-data'
import { createSecret } from '../../../platform/sessions/secrets.ts'
import type { ReferenceCatalogue } from '../catalogue.ts'

/** The catalogue of bell schedules, the newest first. */
export const bellScheduleCatalogue: ReferenceCatalogue<CodecValue<typeof BellScheduleValues>> = {
  noun: 'bellSchedules',
  identity: ({ firstDay }) => [firstDay],

  find: async (db) => {
    const rows = await db
      .selectFrom('bell_schedule')
      .selectAll()
      .orderBy('from_day', 'desc')
      .orderBy('id')
      .execute()
    return rows.map(({ id, from_day, periods, withdrawn_at }) => ({
      id,
      values: { firstDay: from_day, periods: periods.replaceAll(',', '\n') },
      withdrawn: withdrawn_at !== null,
    }))
  },

  write: async (db, { values, before }) => {
    const periods = parsePeriodTimes(values.periods)
    if (periods === undefined) return referenceDataTexts.wrongPeriods
    const id = before?.id ?? createSecret()
    const row = { from_day: values.firstDay, periods: periods.join(','), withdrawn_at: null }
    await db
      .insertInto('bell_schedule')
      .values({ id, ...row })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute()
    return id
  },

  withdraw: async (db, { id }, now) => {
    await db.updateTable('bell_schedule').set({ withdrawn_at: now }).where('id', '=', id).execute()
    return undefined
  },
}
