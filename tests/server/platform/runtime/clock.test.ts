import { afterEach, expect, test, vi } from 'vitest'
import {
  addSeconds,
  toChinaDay,
  toChinaMinute,
  toChinaYear,
  daysBetween,
  createClock,
  parseChinaMinute,
} from '#server/platform/clock'

afterEach(() => void vi.useRealTimers())

const LATE = new Date('2026-12-31T15:59:59Z')
const EARLY = new Date('2026-12-31T16:00:00Z')

test('the clock is the machine’s clock, offset by the configured seconds', () => {
  vi.useFakeTimers({ now: LATE })
  expect(createClock(0).now()).toEqual(LATE)
  expect([createClock(1).now(), createClock(-1).now()]).toEqual([EARLY, addSeconds(LATE, -1)])
  const clock = createClock(1)
  vi.setSystemTime(EARLY)
  expect(clock.now()).toEqual(new Date('2026-12-31T16:00:01Z'))
})

test('days, minutes and years are those of China, in any time zone of the machine', () => {
  expect([toChinaDay(LATE), toChinaMinute(LATE), toChinaYear(LATE)]).toEqual([
    '2026-12-31',
    '2026-12-31 23:59',
    2026,
  ])
  expect([toChinaDay(EARLY), toChinaMinute(EARLY), toChinaYear(EARLY)]).toEqual([
    '2027-01-01',
    '2027-01-01 00:00',
    2027,
  ])
  expect(parseChinaMinute('2027-01-01 00:00')).toEqual(EARLY)
})

test('the distance between two days is in whole days, also over a leap day and backwards', () => {
  expect(daysBetween('2028-02-28', '2028-03-01')).toBe(2)
  expect(daysBetween('2028-03-01', '2028-02-28')).toBe(-2)
  expect(daysBetween('2026-09-01', '2026-09-01')).toBe(0)
})

test('adding seconds to a time returns the later time', () => {
  expect(addSeconds(EARLY, 90)).toEqual(new Date('2026-12-31T16:01:30Z'))
})
