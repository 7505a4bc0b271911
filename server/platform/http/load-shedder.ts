/** Decides which requests are served if more arrive than can be answered. */
export interface LoadShedder {
  /**
   * Admits or rejects a request. The caller of an admitted request must call `release` when the
   * request ends. Urgent requests (writes) are admitted up to twice the load at which other
   * requests are rejected.
   */
  readonly admit: (urgent: boolean) => AdmitResult
}

/** Either the request is served now, or the client should retry after `seconds`. */
export type AdmitResult = AdmittedRequest | { type: 'rejected'; seconds: number }

/** A request that is being served. */
export interface AdmittedRequest {
  readonly type: 'admitted'
  readonly release: () => void
  /**
   * Waits for `work`, the arrival of the request's body, without occupying a slot. Afterwards the
   * request is admitted again or rejected.
   */
  readonly waitWithoutSlot: <T>(
    work: () => Promise<T>,
  ) => Promise<{ type: 'admitted'; value: T } | { type: 'rejected'; seconds: number }>
}

/**
 * Requests are admitted until answering all of them would take this long at the measured pace,
 * seconds.
 */
const MAX_QUEUE_SECONDS = 2
/** The pace before the first measurement: the number of answers a second that two cores give. */
const INITIAL_ANSWERS_PER_SECOND = 600
/** The lowest pace; a lower measurement is not used. */
const MIN_ANSWERS_PER_SECOND = 50
/** The share of reads (requests that are not urgent) before the first measurement. */
const INITIAL_READ_SHARE = 0.55
/**
 * The number of requests in progress from which the server is saturated; only then is its pace
 * measured.
 */
const BUSY_FROM_IN_FLIGHT = 24
const MEASURE_WINDOW_MS = 250
/**
 * A measurement with fewer answers is continued: a process that is busy accepting a burst of
 * connections sees its first answers late.
 */
const MIN_ANSWERS_TO_MEASURE = 12
/** After this time, new measurements of the pace weigh as much as all earlier ones. */
const PACE_HALF_LIFE_SECONDS = 2
/**
 * After this time new measurements of the share of reads weigh as much as all earlier ones. It is
 * longer than a burst whose clients read first and then submit.
 */
const READ_SHARE_HALF_LIFE_SECONDS = 8
/** The number of arrivals for each answer above which the load is a burst. */
const ARRIVALS_PER_ANSWER_IN_A_CROWD = 2
/** The share of the pace that is given to retries; the rest is for first requests. */
const PACED_RETRY_SHARE = 0.9
const MAX_RETRY_AFTER_SECONDS = 60
/**
 * The factor by which the limit is higher while retries are due, so that a late retry is admitted
 * too.
 */
const PACED_RETRY_HEADROOM = 1.25

/**
 * Creates a load shedder. It admits as many requests as can be answered within `MAX_QUEUE_SECONDS`.
 * Each rejected request gets its own retry time, and these times are spaced at the measured pace.
 * So the retries of a burst arrive one after the other, and none is rejected twice. Writes are
 * urgent, because the read before each write was already admitted. `now` is a monotonic clock in
 * ms.
 */
export function createLoadShedder(now: () => number = () => performance.now()): LoadShedder {
  let inside = 0
  let pace = INITIAL_ANSWERS_PER_SECOND
  let share = INITIAL_READ_SHARE
  let measured = { since: 0, all: 0, patient: 0, came: 0 }
  let firstMoment = Number.POSITIVE_INFINITY
  let lastMoment = 0

  const note = (urgent: boolean) => {
    if (inside < BUSY_FROM_IN_FLIGHT) return
    measured.all += 1
    if (!urgent) measured.patient += 1
    const seconds = (now() - measured.since) / 1000
    if (seconds * 1000 < MEASURE_WINDOW_MS || measured.all < MIN_ANSWERS_TO_MEASURE) return
    // During a burst much time is spent on accepting and rejecting connections. The pace that is
    // measured then does not apply to retries, which arrive one after the other.
    if (measured.came <= ARRIVALS_PER_ANSWER_IN_A_CROWD * measured.all) {
      const learn = (known: number, seen: number, weight: number) =>
        known + (seen - known) * Math.min(1, weight)
      share = learn(
        share,
        measured.patient / measured.all,
        measured.all / (pace * READ_SHARE_HALF_LIFE_SECONDS),
      )
      pace = Math.max(
        MIN_ANSWERS_PER_SECOND,
        learn(pace, measured.all / seconds, seconds / PACE_HALF_LIFE_SECONDS),
      )
    }
    measured = nothing()
  }
  const nothing = () => ({ since: now(), all: 0, patient: 0, came: 0 })

  // Takes a slot. Returns the seconds to wait if no slot is free.
  const takePlace = (urgent: boolean): number | undefined => {
    const isRow = now() > firstMoment && now() < lastMoment + 1000 * MAX_QUEUE_SECONDS
    const most = pace * MAX_QUEUE_SECONDS * (isRow ? PACED_RETRY_HEADROOM : 1)
    if (inside >= (urgent ? 2 * most : most)) {
      // Each request in progress might be followed by its write, so the retries start after those
      // writes.
      const patient = Math.max(MIN_ANSWERS_PER_SECOND / 2, pace * share)
      const behind = now() + (1000 * inside) / patient
      if (lastMoment < now()) firstMoment = behind
      lastMoment = Math.max(lastMoment, behind) + 1000 / (patient * PACED_RETRY_SHARE)
      const seconds = Math.ceil((lastMoment - now()) / 1000)
      return Math.min(MAX_RETRY_AFTER_SECONDS, seconds)
    }
    inside += 1
    if (inside === BUSY_FROM_IN_FLIGHT) measured = nothing()
    return undefined
  }

  return {
    admit: (urgent) => {
      measured.came += 1
      const seconds = takePlace(urgent)
      if (seconds !== undefined) return { type: 'rejected', seconds }
      let hasPlace = true
      return {
        type: 'admitted',
        release: () => {
          if (!hasPlace) return
          note(urgent)
          inside -= 1
          hasPlace = false
        },
        waitWithoutSlot: async (work) => {
          const working = work()
          if (!(await isSettledWithinBufferTime(working))) {
            inside -= 1
            hasPlace = false
            const value = await working
            const wait = takePlace(urgent)
            if (wait !== undefined) return { type: 'rejected', seconds: wait }
            hasPlace = true
            return { type: 'admitted', value }
          }
          return { type: 'admitted', value: await working }
        },
      }
    },
  }
}

// A body that has already arrived is read within this time, ms, even by a busy process.
const BUFFERED_BODY_MS = 100

async function isSettledWithinBufferTime(working: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), BUFFERED_BODY_MS)
  })
  const settled = working.then(
    () => true,
    () => true,
  )
  return Promise.race([settled, late]).finally(() => clearTimeout(timer))
}
