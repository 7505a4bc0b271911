import { expect, test } from 'vitest'
import {
  jitteredBackoff,
  MIN_SEND_PAUSE_MS,
  computeNextAttemptTime,
  FIRST_RETRY_DELAY_MS,
  MAX_RETRY_DELAY_MS,
  createRetryPauses,
} from '#offline/drain/schedule'

// These tests cover the pauses only. Their effect on sending is tested in retry-schedule.test.ts.

const now = 1_700_000_000_000
const due = (
  item: Omit<Parameters<typeof computeNextAttemptTime>[0], 'nextAttemptAt'>,
  nextAttemptAt = 0,
) =>
  (['schedule', 'reachable', 'manual'] as const).map(
    (trigger) => computeNextAttemptTime({ nextAttemptAt, ...item }, trigger, now) - now,
  )

test('a retry pause starts at one second and doubles to five minutes, with jitter down to a half [D-106]', () => {
  expect([1, 2, 3, 9, 10, 99].map((tries) => jitteredBackoff(tries, 0))).toEqual([
    500, 1_000, 2_000, 128_000, 150_000, 150_000,
  ])
  expect(jitteredBackoff(1, 0.5)).toBe(FIRST_RETRY_DELAY_MS * 0.75)
  expect(jitteredBackoff(99, 1 - Number.EPSILON)).toBe(MAX_RETRY_DELAY_MS)
  expect(Number.isInteger(jitteredBackoff(1, 0.3333))).toBe(true)
})

test('when the campus becomes reachable, an item’s earliest retry depends on how many of its tries were heard, not on all tries', () => {
  const how = { at: now, random: 0 }
  expect(createRetryPauses({ attempts: 4 }, { ...how, campusResponded: false })).toEqual({
    triedAt: now,
    nextAttemptAt: now + 4_000,
    heard: 0,
    soonestAt: now + MIN_SEND_PAUSE_MS,
  })
  expect(createRetryPauses({ attempts: 4 }, { ...how, campusResponded: true })).toMatchObject({
    heard: 1,
    soonestAt: now + 500,
  })
  expect(
    createRetryPauses({ attempts: 4, heard: 2 }, { ...how, campusResponded: true }),
  ).toMatchObject({
    heard: 3,
    soonestAt: now + 2_000,
  })
  expect(
    createRetryPauses({ attempts: 4, heard: 2 }, { ...how, campusResponded: false }),
  ).toMatchObject({
    heard: 2,
  })
  // The number of heard tries never exceeds the number of tries.
  expect(
    createRetryPauses({ attempts: 2, heard: 2 }, { ...how, campusResponded: true }),
  ).toMatchObject({
    heard: 2,
  })
})

test('the next try of an item is due by its schedule, earlier when the campus is reachable, and earliest on a manual request', () => {
  // An item that was not tried yet is due at once.
  expect(due({}).every((ms) => ms < 0)).toBe(true)
  expect(due({ triedAt: now - 1_000, soonestAt: now + 2_000 }, now + 60_000)).toEqual([
    60_000, 2_000, -500,
  ])
  // A reachable campus never delays a try beyond its schedule.
  expect(due({ triedAt: now - 1_000, soonestAt: now + 90_000 }, now + 60_000)).toEqual([
    60_000, 60_000, -500,
  ])
  // An item that an older version has tried has no `soonestAt`.
  expect(due({ triedAt: now - 1_000 }, now + 60_000)).toEqual([60_000, -500, -500])
})

test('the minimum pause and Retry-After hold for every trigger, also for a manual request', () => {
  expect(due({ triedAt: now })).toEqual([MIN_SEND_PAUSE_MS, MIN_SEND_PAUSE_MS, MIN_SEND_PAUSE_MS])
  expect(due({ triedAt: now, notBefore: now + 30_000 }, now + 5_000)).toEqual([
    30_000, 30_000, 30_000,
  ])
})

test('an item whose due time is further ahead than the longest pause is due now, since the clock has jumped back', () => {
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
