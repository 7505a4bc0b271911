import type { calendar } from '#contract/calendar'
import { succeed, type Handlers } from '../../platform/http/handler.ts'
import { createCachedTableReader } from '../../platform/records/table-cache.ts'
import { findSchoolYear } from './store.ts'

const schoolYear = createCachedTableReader('calendar', findSchoolYear)

/** The handlers of the school calendar (CAL). */
export const calendarHandlers: Handlers<typeof calendar> = {
  find: async (ask) => succeed({ year: await schoolYear(ask) }),
}
