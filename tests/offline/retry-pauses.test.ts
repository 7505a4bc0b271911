import { expect, test } from 'vitest'
import {
  jitteredBackoff,
  MIN_SEND_PAUSE_MS,
  computeNextAttemptTime,
  FIRST_RETRY_DELAY_MS,
  MAX_RETRY_DELAY_MS,
  createRetryPauses,
} from '#offline/drain/schedule'

// The pauses alone; their effect on a phone's day is tested in retry-schedule.test.ts.

const now = 1_700_000_000_000
const due = (
  item: Omit<Parameters<typeof computeNextAttemptTime>[0], 'nextAttemptAt'>,
  nextAttemptAt = 0,
) =>
  (['schedule', 'reachable', 'manual'] as const).map(
    (trigger) => computeNextAttemptTime({ nextAttemptAt, ...item }, trigger, now) - now,
  )

test('a pause starts at one second and doubles to five minutes, with jitter down to a half [D-106]', () => {
  expect([1, 2, 3, 9, 10, 99].map((tries) => jitteredBackoff(tries, 0))).toEqual([
    500, 1_000, 2_000, 128_000, 150_000, 150_000,
  ])
  expect(jitteredBackoff(1, 0.5)).toBe(FIRST_RETRY_DELAY_MS * 0.75)
  expect(jitteredBackoff(99, 1 - Number.EPSILON)).toBe(MAX_RETRY_DELAY_MS)
  expect(Number.isInteger(jitteredBackoff(1, 0.3333))).toBe(true)
})

test('an offline item goes shortly after a sign of the campus; one of a reachable campus keeps its schedule', () => {
  const how = { at: now, random: 0 }
  expect(createRetryPauses({ attempts: 4 }, { ...how, heard: false })).toEqual({
    triedAt: now,
    nextAttemptAt: now + 4_000,
    heard: 0,
    soonestAt: now + MIN_SEND_PAUSE_MS,
  })
  expect(createRetryPauses({ attempts: 4 }, { ...how, heard: true })).toMatchObject({
    heard: 1,
    soonestAt: now + 500,
  })
  expect(createRetryPauses({ attempts: 4, heard: 2 }, { ...how, heard: true })).toMatchObject({
    heard: 3,
    soonestAt: now + 2_000,
  })
  expect(createRetryPauses({ attempts: 4, heard: 2 }, { ...how, heard: false })).toMatchObject({
    heard: 2,
  })
  // The answered tries never exceed all tries.
  expect(createRetryPauses({ attempts: 2, heard: 2 }, { ...how, heard: true })).toMatchObject({
    heard: 2,
  })
})

test('an item may go by its schedule, by a sign of the campus or by a tap', () => {
  // The item was not tried yet.
  expect(due({}).every((ms) => ms < 0)).toBe(true)
  expect(due({ triedAt: now - 1_000, soonestAt: now + 2_000 }, now + 60_000)).toEqual([
    60_000, 2_000, -500,
  ])
  // A sign of the campus delays nothing beyond the schedule.
  expect(due({ triedAt: now - 1_000, soonestAt: now + 90_000 }, now + 60_000)).toEqual([
    60_000, 60_000, -500,
  ])
  // An item tried by an older version has no time of a sign.
  expect(due({ triedAt: now - 1_000 }, now + 60_000)).toEqual([60_000, -500, -500])
})

test('two tries are never closer than the minimum, and Retry-After holds for a tap, too', () => {
  expect(due({ triedAt: now })).toEqual([MIN_SEND_PAUSE_MS, MIN_SEND_PAUSE_MS, MIN_SEND_PAUSE_MS])
  expect(due({ triedAt: now, notBefore: now + 30_000 }, now + 5_000)).toEqual([
    30_000, 30_000, 30_000,
  ])
})

test('a due time further ahead than any pause means that the clock jumped back: the item goes now', () => {
  const far = now + MAX_RETRY_DELAY_MS
  expect(due({ notBefore: far }, far)).toEqual([
    MAX_RETRY_DELAY_MS,
    MAX_RETRY_DELAY_MS,
    MAX_RETRY_DELAY_MS,
  ])
  expect(due({ notBefore: far + 1, triedAt: far, soonestAt: far + 1 }, far + 1)).toEqual([
    -now,
    -now,
    -now,
  ])
})
