import type { calendar } from '#contract/calendar'
import { good, type Handlers } from '../../platform/http/handler.ts'
import { findSchoolYear } from './store.ts'

/** The school calendar (CAL). */
export const calendarHandlers: Handlers<typeof calendar> = {
  find: async ({ db }) => good({ year: await findSchoolYear(db) }),
}
