import type { calendar } from '#contract/calendar'
import { kept } from '../../platform/database/kept.ts'
import { good, type Handlers } from '../../platform/http/handler.ts'
import { findSchoolYear } from './store.ts'

const schoolYear = kept('calendar', findSchoolYear)

/** The school calendar (CAL). */
export const calendarHandlers: Handlers<typeof calendar> = {
  find: async (ask) => good({ year: await schoolYear(ask) }),
}
