import { type BellScheduleValues, parsePeriodTimes } from '#contract/bell-schedule-fields'
import type { CodecValue } from '#contract/codec'
import { referenceDataTexts } from '#i18n/reference-data'
import { createSecret } from '../../../platform/sessions/secrets.ts'
import { saveById, withdrawById } from '../catalogue-tables.ts'
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
    const row = { from_day: values.firstDay, periods: periods.join(',') }
    return saveById(db, 'bell_schedule', { ...row, id })
  },

  withdraw: withdrawById('bell_schedule'),
}
