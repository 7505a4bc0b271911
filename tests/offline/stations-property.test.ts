import { afterAll, beforeAll, test } from 'vitest'
import { type Backend, startBackend } from '#tests/support/backend/backend.ts'
import {
  type ArrivalCampus,
  type ArrivalDay,
  arrivalDays,
  openArrivalCampus,
  runArrivalDay,
} from '#tests/support/offline/arrival-phones-run.ts'
import {
  formatTraceRow,
  GENEROUS_DATABASE_TIMEOUTS,
  PROPERTY_TIMEOUT_MS,
  runProperty,
} from '#tests/support/properties/property-run.ts'

let backend: Backend
let campus: ArrivalCampus
beforeAll(async () => {
  const time = { now: Math.floor(Date.now() / 1000) * 1000 }
  backend = await startBackend({
    ...GENEROUS_DATABASE_TIMEOUTS,
    clock: { now: () => new Date(time.now) },
  })
  campus = await openArrivalCampus(backend, time)
})
afterAll(() => backend.close())

test(
  'with three phones at the dormitory and at stations, under any order of faults, crashes, wrong clocks, sign-ins and reversals, every scan is kept, and the university and the phones show who has passed which place, once, in the order of the stations and under the name of who scanned [D-98]',
  () =>
    runProperty<ArrivalDay>({
      name: 'stations',
      runs: arrivalDays,
      describeRun: ({ clocks, events }) => [
        `clocks off by ${clocks.join(', ')} s`,
        ...events.map(formatTraceRow),
      ],
      check: (day, recorder) => runArrivalDay(campus, day, recorder),
    }),
  PROPERTY_TIMEOUT_MS,
)
