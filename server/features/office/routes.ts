import type { office } from '#contract/office'
import { ROLES } from '#contract/roles'
import { after } from '../../platform/clock.ts'
import { byStaff, good, type Handlers } from '../../platform/http/handler.ts'
import { lackOf, partsOf } from '../../platform/http/permissions.ts'
import { findDeeds } from './store.ts'

const PAGE = 50

/** The office itself: who works in it. */
export const officeHandlers: Handlers<typeof office> = {
  me: byStaff(async ({ staff, caller, tools }) => {
    const parts = partsOf(caller, tools.settings)
    return good({
      me: {
        code: staff.code,
        name: staff.name,
        department: staff.department,
        roles: ROLES.filter((role) => parts.includes(role)),
        lacks: lackOf(caller, tools.settings) ?? '',
      },
    })
  }),

  log: async ({ input, db }) => {
    const rows = await findDeeds(db, {
      find: input.find,
      by: input.by ?? '',
      since: startOf(input.from),
      until: startOf(input.to, 1),
      before: input.after,
      most: PAGE,
    })
    const last = rows.length < PAGE ? undefined : rows.at(-1)
    return good({
      entries: rows.map(({ at, about, name, ...row }) => ({
        ...row,
        at: at.toISOString(),
        about: about ?? '',
        name: name ?? '',
      })),
      next: last?.id ?? '',
    })
  },
}

// Where a day in China begins, or so many days later.
const startOf = (day = '', days = 0): Date | undefined =>
  day === '' ? undefined : after(new Date(`${day}T00:00:00+08:00`), days * 24 * 3600)
