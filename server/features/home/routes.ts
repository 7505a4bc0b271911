import { CAMPUS_FORMS_PAGE } from '#contract/campus-form-names'
import type { home } from '#contract/home'
import { isNewStudent } from '#contract/identity'
import { toChinaYear } from '../../platform/clock.ts'
import { succeed, type Handlers } from '../../platform/http/handler.ts'
import { listActiveCallerRoles } from '../../platform/http/permissions.ts'
import {
  type CachedReadContext,
  createCachedTableReader,
} from '../../platform/records/table-cache.ts'
import { findFormsOfStudent } from '../campus-forms/public.ts'
import { readCachedLevelRules } from '../student-levels/public.ts'
import { findAppsForViewer, readHomeEntries } from './store.ts'

const MENU = { nobody: '0', student: '1', staff: '2' } as const

/**
 * The handlers of the app tiles (HOME). The role comes from the token, no matter which menu is
 * requested (D-22).
 */
export const homeHandlers: Handlers<typeof home> = {
  apps: async ({ input, caller, db, now, tools }) => {
    const entries = await entriesFor({ caller, db, tools })
    const viewer = {
      menu: MENU[caller.role],
      parts: listActiveCallerRoles(caller, tools.settings),
      ...(await findStudentView({ db, caller, tools }, toChinaYear(now))),
      hasForms:
        caller.role === 'student' &&
        entries.some(({ address }) => address === CAMPUS_FORMS_PAGE) &&
        (await findFormsOfStudent(db, { student: caller.student.code, now })).length > 0,
    }
    return succeed({
      apps: findAppsForViewer(entries, { viewer, onHome: input.type !== '0', now }),
    })
  },
}

// The tiles are cached, because every visit of the home page reads them.
const entriesFor = createCachedTableReader('application', readHomeEntries)

async function findStudentView(ask: CachedReadContext, year: number) {
  const { caller } = ask
  if (caller.role !== 'student') return { isNewUndergraduate: false }
  const { entry_year: entryYear, grade } = caller.student
  const { kind } = await readCachedLevelRules(ask, caller.student)
  return {
    isNewUndergraduate:
      kind === 'undergraduate' && isNewStudent({ entryYear, gradeYear: grade, grade }, year),
    kind,
  }
}
