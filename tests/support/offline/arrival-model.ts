/** A place at which students are recorded: the dormitory, or a station. */
export type ArrivalPlace = 'dormitory' | 'medical' | 'uniform' | 'water'

/** The places that come before a place. */
export const PLACES_BEFORE: Readonly<Record<ArrivalPlace, readonly ArrivalPlace[]>> = {
  dormitory: [],
  medical: [],
  uniform: ['medical', 'dormitory'],
  water: [],
}
/** The place that records a student at each visit. */
const REPEATS: ArrivalPlace = 'water'
const SAME_VISIT_MS = 60_000
/** A scan that first reaches the university later was made without a network. */
const MADE_OFFLINE_MS = 120_000

/** A scan that somebody made on a phone. Times are true, whatever the phone's clock says. */
export interface ModelScan {
  readonly place: ArrivalPlace
  readonly student: number
  readonly by: string
  readonly at: number
  /** That the key of the room was handed over, with the arrival or later. */
  readonly key: 'now' | 'later' | undefined
  /** What the university has answered so far. */
  readonly answers: ('accepted' | 'refused')[]
}

/** A record that a student was at a place. */
export interface ModelVisit {
  readonly place: ArrivalPlace
  readonly student: number
  readonly by: string
  readonly at: number
  readonly deliveredBy: string | null
  keyBy: string | null
  removedAt: number | undefined
}

/** A request that has reached the university. */
export interface ModelRequest {
  readonly sender: string
  readonly form: string
  readonly key: string
  readonly now: number
}

/** What the office expects of the stations: which students have passed which place, and why. */
export function createArrivalModel() {
  const visits: ModelVisit[] = []
  const answered = new Map<string, 'accepted' | 'refused'>()
  const firstHeard = new Map<ModelScan, number>()
  const standing = (place: ArrivalPlace, student: number) =>
    visits.filter(
      (one) => one.place === place && one.student === student && one.removedAt === undefined,
    )
  const hasPassed = (place: ArrivalPlace, student: number) => standing(place, student).length > 0

  /** Answers a scan that has reached the university. */
  function receive(scan: ModelScan, request: ModelRequest): 'accepted' | 'refused' {
    const id = JSON.stringify([request.sender, request.form, request.key])
    const known = answered.get(id)
    if (known === 'refused') return answer(scan, 'refused')
    if (known === 'accepted')
      return answer(scan, hasPassed(scan.place, scan.student) ? 'accepted' : 'refused')
    if (!firstHeard.has(scan)) firstHeard.set(scan, request.now)
    const result = record(scan, request) ? 'accepted' : 'refused'
    answered.set(id, result)
    return answer(scan, result)
  }

  function answer(scan: ModelScan, result: 'accepted' | 'refused') {
    scan.answers.push(result)
    return result
  }

  function record(scan: ModelScan, { sender }: ModelRequest): boolean {
    const { place, student, by, at, key } = scan
    const deliveredBy = sender === by ? null : sender
    const isOlderThanRemoval = visits.some(
      (one) =>
        one.place === place &&
        one.student === student &&
        one.removedAt !== undefined &&
        one.removedAt >= at,
    )
    const handOver = () => {
      const [arrival] = standing(place, student)
      if (!isOlderThanRemoval && arrival !== undefined) arrival.keyBy ??= by
    }
    if (key === 'later') {
      handOver()
      return !isOlderThanRemoval && hasPassed(place, student)
    }
    const isOffline = (firstHeard.get(scan) ?? 0) - at >= MADE_OFFLINE_MS
    if (!isOffline && !PLACES_BEFORE[place].every((one) => hasPassed(one, student))) return false
    const isRecorded =
      place === REPEATS
        ? standing(place, student).some((one) => Math.abs(one.at - at) < SAME_VISIT_MS)
        : hasPassed(place, student)
    if (!isRecorded && isOlderThanRemoval) return false
    if (!isRecorded)
      visits.push({ place, student, by, at, deliveredBy, keyBy: null, removedAt: undefined })
    if (key === 'now') handOver()
    return true
  }

  return { visits, standing, hasPassed, receive }
}
