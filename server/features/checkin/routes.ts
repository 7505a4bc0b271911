import type { checkin } from '#contract/checkin'
import { checkinWords } from '#words/checkin'
import type { StaffRow } from '../../platform/database/schema.ts'
import {
  type Ask,
  good,
  type Handler,
  type Handlers,
  type Outcome,
  refused,
} from '../../platform/http/handler.ts'
import * as arrivals from './arrivals.ts'
import { passIds } from './issue.ts'
import { judge } from './judge.ts'
import { publicKeys } from './keys.ts'
import * as store from './store.ts'

/** Arrivals at the dormitory door, confirmed by its supervisors (SCN, D-97, D-98). */
export const checkinHandlers: Handlers<typeof checkin> = {
  arrivals: byStaff(async ({ db, staff }) =>
    good({ arrivals: await arrivals.findArrivals(db, await store.buildingsOf(db, staff.code)) }),
  ),

  roster: byStaff(async ({ db, staff, now }) => {
    const residents = await store.findResidents(db, await store.buildingsOf(db, staff.code), now)
    return good({ roster: { residents, keys: await publicKeys(db, now) } })
  }),

  lookUp: byStaff(async ({ db, input, staff, now, tools }) => {
    const judged = await judge(db, {
      scan: input,
      staff,
      now,
      passRequired: tools.settings.passRequired,
    })
    if (judged.type === 'no') return refused(judged.says)
    const [pass = ''] = (await passIds(db, [judged.student.code], now)).values()
    return good({ resident: store.residentOf(judged.student, pass), verified: judged.verified })
  }),

  confirm: byStaff(async ({ db, input, staff, now, language, tools }) => {
    const judged = await judge(db, {
      scan: input,
      staff,
      now,
      passRequired: tools.settings.passRequired,
    })
    if (judged.type === 'no') return refused(judged.says)
    const { student, verified, at } = judged
    const confirmed = await arrivals.confirm(db, { student, staff: staff.code, at, now, verified })
    if (confirmed === 'taken back') return refused(checkinWords.takenBack)
    return good({
      says: (confirmed === 'new' ? checkinWords.confirmed : checkinWords.confirmedAlready)[
        language
      ],
    })
  }),

  remove: byStaff(async ({ db, input, staff, now }) => {
    const buildings = await store.buildingsOf(db, staff.code)
    const done = await arrivals.takeBack(db, { id: input.id, staff: staff.code, buildings, now })
    return done ? good({}) : refused(checkinWords.deleteFailed)
  }),
}

function byStaff<I, O>(
  handler: (ask: Ask<I> & { staff: StaffRow }) => Promise<Outcome<O>>,
): Handler<I, O> {
  return async (ask) =>
    ask.caller.role === 'staff'
      ? handler({ ...ask, staff: ask.caller.staff })
      : { type: 'forbidden' }
}
