import type { calendar } from '#contract/calendar'
import { cacheTableRead } from '../../platform/database/kept.ts'
import { succeed, type Handlers } from '../../platform/http/handler.ts'
import { findSchoolYear } from './store.ts'

const schoolYear = cacheTableRead('calendar', findSchoolYear)

/** The school calendar (CAL). */
export const calendarHandlers: Handlers<typeof calendar> = {
  find: async (ask) => succeed({ year: await schoolYear(ask) }),
}
