import type { PlannedGroup } from '#contract/arrival-planning'
import { BUS_STOPS, TRAVEL_MODES } from '#contract/travel'

/** The people who announce the same hour and means of travel. */
export interface PlannedHour {
  readonly hour: string
  readonly mode: string
  /** Where they are met; '' if they come with their own car. */
  readonly stop: string
  readonly students: number
  readonly companions: number
  readonly arrived: number
  /** The buses that take all of them. */
  readonly buses: number
}

const [PLANE, TRAIN, BUS, OWN_CAR] = TRAVEL_MODES
const [STATION, AIRPORT, BUS_STATION, OTHER_STOP] = BUS_STOPS
const STOPS: Readonly<Record<string, string>> = {
  [PLANE]: AIRPORT,
  [TRAIN]: STATION,
  [BUS]: BUS_STATION,
  [OWN_CAR]: '',
}

/**
 * Sums groups by hour and means of travel, and counts the buses of `seats` seats that each sum
 * needs. The travel form asks for no stop, so the stop follows from the means of travel.
 */
export function countBuses(groups: readonly PlannedGroup[], seats: number): PlannedHour[] {
  const sums = new Map<string, PlannedHour>()
  for (const { hour, mode, students, companions, arrived } of groups) {
    const key = `${hour} ${mode}`
    const before = sums.get(key)
    const sum = {
      hour,
      mode,
      stop: STOPS[mode] ?? OTHER_STOP,
      students: students + (before?.students ?? 0),
      companions: companions + (before?.companions ?? 0),
      arrived: arrived + (before?.arrived ?? 0),
    }
    const people = sum.students + sum.companions
    sums.set(key, { ...sum, buses: sum.stop === '' ? 0 : Math.ceil(people / seats) })
  }
  return [...sums.values()]
}
