import type { arrivals } from '#contract/arrivals'
import { byStaff, good, type Handlers } from '../../platform/http/handler.ts'
import { noteDeed } from '../office/face.ts'
import { findDevices } from '../phones/face.ts'
import { housesOf } from './expected.ts'
import { countArrivals } from './overview.ts'
import { findChoices, findPhones, findStudents } from './store.ts'

const PAGE = 100

/** The arrival day: who is expected, who has come. */
export const arrivalsHandlers: Handlers<typeof arrivals> = {
  choices: byStaff(async (ask) => good(await findChoices(ask.db, await housesOf(ask)))),

  overview: byStaff(async (ask) => {
    const houses = await housesOf(ask)
    return good({ overview: await countArrivals(ask.db, { ...ask.input, houses, now: ask.now }) })
  }),

  list: byStaff(async (ask) => {
    const { db, input, now } = ask
    const houses = await housesOf(ask)
    const rows = await findStudents(db, { ...input, houses, now, most: PAGE })
    const last = rows.length < PAGE ? undefined : rows.at(-1)
    return good({
      students: rows.map(({ scanned_at, verified, delivered_by, ...row }) => ({
        ...row,
        arrivedAt: scanned_at?.toISOString() ?? '',
        verified: verified === true,
        deliveredBy: delivered_by ?? undefined,
      })),
      next: last?.student ?? '',
    })
  }),

  phones: byStaff(async (ask) => {
    const { db, input, staff, now } = ask
    const phones = await findPhones(db, { ...input, houses: await housesOf(ask) })
    const students = phones.map(({ student }) => student)
    if (students.length > 0)
      await noteDeed(db, {
        staff: staff.code,
        action: 'arrivals.phones',
        details: { students },
        now,
      })
    return good({ phones })
  }),

  devices: async ({ db }) => good({ devices: await findDevices(db) }),
}
