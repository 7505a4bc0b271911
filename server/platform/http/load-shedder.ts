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
const SATURATED_FROM = 24
const MIN_WINDOW_MS = 250
/**
 * A measurement with fewer answers is continued: a process that is busy accepting a burst of
 * connections sees its first answers late.
 */
const MIN_WINDOW_ANSWERS = 12
/** The number of arrivals for each answer above which the load is a burst. */
const MAX_ARRIVALS_PER_ANSWER = 2
/** After this time, new measurements of the pace weigh as much as all earlier ones. */
const PACE_SECONDS = 2
/** The same for the share of reads; longer than a burst whose clients read first, then submit. */
const READ_SHARE_SECONDS = 8
/** The share of the pace that is given to retries; the rest is for first requests. */
const RETRY_SHARE = 0.9
/** While retries are due the limit is higher by this factor: a late retry is admitted too. */
const RETRY_HEADROOM = 1.25
const MAX_RETRY_AFTER_SECONDS = 60

/**
 * Creates a load shedder. It admits as many requests as can be answered within `MAX_QUEUE_SECONDS`.
 * Each rejected request gets its own retry time, and these times are spaced at the measured pace.
 * So the retries of a burst arrive one after the other, and none is rejected twice. Writes are
 * urgent, because the read before each write was already admitted. `now` is a monotonic clock in
 * ms.
 */
export function createLoadShedder(now: () => number = () => performance.now()): LoadShedder {
  let inFlight = 0
  let answersPerSecond = INITIAL_ANSWERS_PER_SECOND
  let readShare = INITIAL_READ_SHARE
  let firstRetryAt = Number.POSITIVE_INFINITY
  let lastRetryAt = 0
  const openWindow = () => ({ since: now(), arrivals: 0, answers: 0, reads: 0 })
  let measuring = openWindow()

  const measureAnswer = (urgent: boolean) => {
    if (inFlight < SATURATED_FROM) return
    measuring.answers += 1
    if (!urgent) measuring.reads += 1
    const { since, arrivals, answers, reads } = measuring
    const seconds = (now() - since) / 1000
    if (seconds * 1000 < MIN_WINDOW_MS || answers < MIN_WINDOW_ANSWERS) return
    measuring = openWindow()
    // During a burst much time is spent on accepting and rejecting connections. The pace that is
    // measured then does not apply to retries, which arrive one after the other.
    if (arrivals > MAX_ARRIVALS_PER_ANSWER * answers) return
    const shareWeight = answers / (answersPerSecond * READ_SHARE_SECONDS)
    readShare += (reads / answers - readShare) * Math.min(1, shareWeight)
    const change = (answers / seconds - answersPerSecond) * Math.min(1, seconds / PACE_SECONDS)
    answersPerSecond = Math.max(MIN_ANSWERS_PER_SECOND, answersPerSecond + change)
  }

  const scheduleRetry = (): { type: 'rejected'; seconds: number } => {
    const readsPerSecond = Math.max(MIN_ANSWERS_PER_SECOND / 2, answersPerSecond * readShare)
    // Each request in progress might be followed by its write, so the retries start after those
    // writes.
    const idleAt = now() + (1000 * inFlight) / readsPerSecond
    if (lastRetryAt < now()) firstRetryAt = idleAt
    lastRetryAt = Math.max(lastRetryAt, idleAt) + 1000 / (readsPerSecond * RETRY_SHARE)
    const seconds = Math.ceil((lastRetryAt - now()) / 1000)
    return { type: 'rejected', seconds: Math.min(MAX_RETRY_AFTER_SECONDS, seconds) }
  }

  const takeSlot = (urgent: boolean): boolean => {
    const areRetriesDue = now() > firstRetryAt && now() < lastRetryAt + 1000 * MAX_QUEUE_SECONDS
    const limit = answersPerSecond * MAX_QUEUE_SECONDS * (areRetriesDue ? RETRY_HEADROOM : 1)
    if (inFlight >= (urgent ? 2 * limit : limit)) return false
    inFlight += 1
    if (inFlight === SATURATED_FROM) measuring = openWindow()
    return true
  }

  return {
    admit: (urgent) => {
      measuring.arrivals += 1
      if (!takeSlot(urgent)) return scheduleRetry()
      let hasSlot = true
      return {
        type: 'admitted',
        release: () => {
          if (!hasSlot) return
          measureAnswer(urgent)
          inFlight -= 1
          hasSlot = false
        },
        waitWithoutSlot: async (work) => {
          const working = work()
          if (!(await isSettledWithinBufferTime(working))) {
            inFlight -= 1
            hasSlot = false
            await working
            if (!takeSlot(urgent)) return scheduleRetry()
            hasSlot = true
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
