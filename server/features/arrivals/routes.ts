import type { arrivals } from '#contract/arrivals'
import { staffHandler, succeed, type Handlers } from '../../platform/http/handler.ts'
import { createSharedRead } from '../../platform/records/shared-read.ts'
import { auditedHandler } from '../office/public.ts'
import { findScannerPhones } from '../phone-reports/public.ts'
import { countArrivals } from './count-arrivals.ts'
import { findBuildingScope } from './expected-students.ts'
import { findArrivalFilterChoices, findPhoneNumbers, findExpectedStudents } from './store.ts'

const PAGE = 100

// The page of the arrivals asks every three seconds, in every browser in which it is open.
const readOverview = createSharedRead(countArrivals, ({ now: _now, ...wanted }) =>
  JSON.stringify(wanted),
)

/** The handlers of the arrival day: expected and arrived students. */
export const arrivalsHandlers: Handlers<typeof arrivals> = {
  choices: staffHandler(async (ask) =>
    succeed(await findArrivalFilterChoices(ask.db, await findBuildingScope(ask))),
  ),

  overview: staffHandler(async (ask) => {
    const buildingScope = await findBuildingScope(ask)
    return succeed({
      overview: await readOverview(ask.db, { ...ask.input, buildingScope, now: ask.now }),
    })
  }),

  list: staffHandler(async (ask) => {
    const { db, input, now } = ask
    const buildingScope = await findBuildingScope(ask)
    const rows = await findExpectedStudents(db, {
      ...input,
      buildingScope,
      now,
      most: PAGE,
    })
    const last = rows.length < PAGE ? undefined : rows.at(-1)
    return succeed({
      students: rows.map(({ scanned_at, verified, delivered_by, absence, ...row }) => ({
        ...row,
        arrivedAt: scanned_at?.toISOString() ?? '',
        verified: verified === true,
        deliveredBy: delivered_by ?? undefined,
        absence: scanned_at === null ? (absence ?? undefined) : undefined,
      })),
      next: last?.student ?? '',
    })
  }),

  phones: auditedHandler(async (ask) => {
    const { db, input, audit } = ask
    const phones = await findPhoneNumbers(db, {
      ...input,
      buildingScope: await findBuildingScope(ask),
    })
    const students = phones.map(({ student }) => student)
    if (students.length > 0) await audit({ action: 'arrivals.phones', details: { students } })
    return succeed({ phones })
  }),

  devices: async ({ db }) => succeed({ devices: await findScannerPhones(db) }),
}
