import type { home } from '#contract/home'
import { isNewStudent } from '#contract/identity'
import { chinaYear } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { good, type Handlers, type Tools } from '../../platform/http/handler.ts'
import { partsOf } from '../../platform/http/permissions.ts'
import type { Caller } from '../../platform/sessions/session.ts'
import { appsFor, type Entries, readEntries } from './store.ts'

const MENU = { nobody: '0', student: '1', staff: '2' } as const

/**
 * The list of applications (HOME). The role comes from the token, whatever menu is asked for
 * (D-22).
 */
export const homeHandlers: Handlers<typeof home> = {
  apps: async ({ input, caller, db, now, tools }) => {
    const viewer = {
      menu: MENU[caller.role],
      parts: partsOf(caller, tools.settings),
      newUndergraduate: isNewUndergraduate(caller, chinaYear(now)),
    }
    const entries = await entriesFor(caller, db, tools)
    return good({ apps: appsFor(entries, { viewer, onHome: input.type !== '0', now }) })
  },
}

// By the tools of a server: each has a database of its own.
const kept = new WeakMap<Tools, Entries>()

// Everybody asks for them with every look at the home page, and the school changes them once a
// year. Whether they are still the same was read with the session.
async function entriesFor(caller: Caller, db: Db, tools: Tools): Promise<Entries['rows']> {
  const known = kept.get(tools)
  const state = caller.role === 'nobody' ? undefined : caller.session.tables['application']
  if (known !== undefined && state !== undefined && known.state === state) return known.rows
  const entries = await readEntries(db)
  kept.set(tools, entries)
  return entries.rows
}

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
