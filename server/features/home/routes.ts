import type { home } from '#contract/home'
import { isNewStudent } from '#contract/identity'
import { toChinaYear } from '../../platform/clock.ts'
import { succeed, type Handlers } from '../../platform/http/handler.ts'
import { listActiveCallerRoles } from '../../platform/http/permissions.ts'
import { createCachedTableReader } from '../../platform/records/table-cache.ts'
import type { Caller } from '../../platform/sessions/session.ts'
import { findAppsForViewer, readHomeEntries } from './store.ts'

const MENU = { nobody: '0', student: '1', staff: '2' } as const

/**
 * The handlers of the app tiles (HOME). The role comes from the token, no matter which menu is
 * requested (D-22).
 */
export const homeHandlers: Handlers<typeof home> = {
  apps: async ({ input, caller, db, now, tools }) => {
    const viewer = {
      menu: MENU[caller.role],
      parts: listActiveCallerRoles(caller, tools.settings),
      isNewUndergraduate: isNewUndergraduate(caller, toChinaYear(now)),
    }
    const entries = await entriesFor({ caller, db, tools })
    return succeed({
      apps: findAppsForViewer(entries, { viewer, onHome: input.type !== '0', now }),
    })
  },
}

// The tiles are cached, because every visit of the home page reads them.
const entriesFor = createCachedTableReader('application', readHomeEntries)

const isNewUndergraduate = (caller: Caller, year: number) =>
  caller.role === 'student' &&
  caller.student.enrolment === '2' &&
  isNewStudent(
    {
      entryYear: caller.student.entry_year,
      gradeYear: caller.student.grade,
      grade: caller.student.grade,
    },
    year,
  )
