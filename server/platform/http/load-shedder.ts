/** Decides which requests are served when more arrive than can be answered. */
export interface LoadShedder {
  /**
   * Admit a request, which calls `release` when it has ended, or reject it. `urgent` ones are admitted
   * at a load at which others are rejected.
   */
  readonly admit: (urgent: boolean) => AdmitResult
}

/** The request may be served now, or the client should retry after so many seconds. */
export type AdmitResult = AdmittedRequest | { type: 'rejected'; seconds: number }

/** A request that is being served. */
export interface AdmittedRequest {
  readonly type: 'admitted'
  readonly release: () => void
  /**
   * Wait for the rest of the request's body without occupying a slot; afterwards it is admitted again
   * or rejected.
   */
  readonly waitWithoutSlot: <T>(
    work: () => Promise<T>,
  ) => Promise<{ type: 'admitted'; value: T } | { type: 'rejected'; seconds: number }>
}

/** So long may those who are in have to wait, as they are answered now. */
const MAX_QUEUE_SECONDS = 2
/** So many are answered a second before anything was measured, as two cores do; and at least. */
const INITIAL_ANSWERS_PER_SECOND = 600
const MIN_ANSWERS_PER_SECOND = 50
/** Of those who are answered so many are patient, before anything was measured. */
const INITIAL_READ_SHARE = 0.55
/** From so many on there is a queue, and what is answered a second is all that can be. */
const BUSY_FROM_IN_FLIGHT = 24
const MEASURE_WINDOW_MS = 250
/**
 * Fewer answers measure nothing: a process that had to hear of a whole crowd first hears of the first
 * answer late, and of who came meanwhile after it.
 */
const MIN_ANSWERS_TO_MEASURE = 12
/** What was measured counts as much as what was known after so long. */
const PACE_HALF_LIFE_SECONDS = 2
/** The share of the patient: longer than a crowd takes that looks first and delivers then. */
const READ_SHARE_HALF_LIFE_SECONDS = 8
/** So many who come for one who is answered are a crowd. */
const ARRIVALS_PER_ANSWER_IN_A_CROWD = 2
/** What the row takes of the pace: the rest is for who comes for the first time. */
const PACED_RETRY_SHARE = 0.9
const MAX_RETRY_AFTER_SECONDS = 60
/** So many more are let in while the row comes: slower than it was told to come, it still comes in. */
const PACED_RETRY_HEADROOM = 1.25

/**
 * Let in as many as can be answered soon. Whoever is sent away gets a moment of their own, at the
 * pace at which others are answered: a crowd that comes at once comes back as a row, and nobody is
 * sent away twice. Who has begun to deliver a form is urgent: the look at the record before it was
 * let in already.
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
    // Where far more came than were answered this was work for their coming, in or away, and says
    // nothing of how fast people are answered who come in a row.
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

  // Take a place. Answers the seconds to wait where there is none.
  const takePlace = (urgent: boolean): number | undefined => {
    const isRow = now() > firstMoment && now() < lastMoment + 1000 * MAX_QUEUE_SECONDS
    const most = pace * MAX_QUEUE_SECONDS * (isRow ? PACED_RETRY_HEADROOM : 1)
    if (inside >= (urgent ? 2 * most : most)) {
      // Each of those who are in may deliver yet: the row begins when they have.
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

// What has arrived already is read at once; a process that is busy reads it a little later.
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
