/** Decides who comes in when more come than can be answered. */
export interface Admission {
  /**
   * Come in, and say when it is over; or come back after so many seconds. `urgent` ones come in
   * where others do not any more.
   */
  readonly enter: (urgent: boolean) => Entry
}

/** In, or later. */
export type Entry = Inside | { type: 'later'; seconds: number }

/** Somebody who is in. */
export interface Inside {
  readonly type: 'in'
  readonly leave: () => void
  /**
   * Wait for what the client has yet to send, without taking the place of somebody who is answered
   * meanwhile. Then come in again, or later.
   */
  readonly waitOutside: <T>(
    work: () => Promise<T>,
  ) => Promise<{ type: 'in'; value: T } | { type: 'later'; seconds: number }>
}

/** So long may those who are in have to wait, as they are answered now. */
const WAIT_SECONDS = 2
/** So many are answered a second before anything was measured, as two cores do; and at least. */
const FIRST_PACE = 600
const LEAST_PACE = 50
/** Of those who are answered so many are patient, before anything was measured. */
const FIRST_SHARE = 0.55
/** From so many on there is a queue, and what is answered a second is all that can be. */
const QUEUE = 24
const MEASURED_MS = 250
/**
 * Fewer answers measure nothing: a process that had to hear of a whole crowd first hears of the first
 * answer late, and of who came meanwhile after it.
 */
const FEW = 12
/** What was measured counts as much as what was known after so long. */
const KNOWN_SECONDS = 2
/** The share of the patient: longer than a crowd takes that looks first and delivers then. */
const SHARE_SECONDS = 8
/** So many who come for one who is answered are a crowd. */
const MANY = 2
/** What the row takes of the pace: the rest is for who comes for the first time. */
const SHARE_OF_ROW = 0.9
const LONGEST_SECONDS = 60
/** So many more are let in while the row comes: slower than it was told to come, it still comes in. */
const ROOM_FOR_ROW = 1.25

/**
 * Let in as many as can be answered soon. Whoever is sent away gets a moment of their own, at the
 * pace at which others are answered: a crowd that comes at once comes back as a row, and nobody is
 * sent away twice. Who has begun to deliver a form is urgent: the look at the record before it was
 * let in already.
 */
export function createAdmission(now: () => number = () => performance.now()): Admission {
  let inside = 0
  let pace = FIRST_PACE
  let share = FIRST_SHARE
  let measured = { since: 0, all: 0, patient: 0, came: 0 }
  let firstMoment = Number.POSITIVE_INFINITY
  let lastMoment = 0

  const note = (urgent: boolean) => {
    if (inside < QUEUE) return
    measured.all += 1
    if (!urgent) measured.patient += 1
    const seconds = (now() - measured.since) / 1000
    if (seconds * 1000 < MEASURED_MS || measured.all < FEW) return
    // Where far more came than were answered this was work for their coming, in or away, and says
    // nothing of how fast people are answered who come in a row.
    if (measured.came <= MANY * measured.all) {
      const learn = (known: number, seen: number, weight: number) =>
        known + (seen - known) * Math.min(1, weight)
      share = learn(share, measured.patient / measured.all, measured.all / (pace * SHARE_SECONDS))
      pace = Math.max(LEAST_PACE, learn(pace, measured.all / seconds, seconds / KNOWN_SECONDS))
    }
    measured = nothing()
  }
  const nothing = () => ({ since: now(), all: 0, patient: 0, came: 0 })

  // Take a place. Answers the seconds to wait where there is none.
  const takePlace = (urgent: boolean): number | undefined => {
    const isRow = now() > firstMoment && now() < lastMoment + 1000 * WAIT_SECONDS
    const most = pace * WAIT_SECONDS * (isRow ? ROOM_FOR_ROW : 1)
    if (inside >= (urgent ? 2 * most : most)) {
      // Each of those who are in may deliver yet: the row begins when they have.
      const patient = Math.max(LEAST_PACE / 2, pace * share)
      const behind = now() + (1000 * inside) / patient
      if (lastMoment < now()) firstMoment = behind
      lastMoment = Math.max(lastMoment, behind) + 1000 / (patient * SHARE_OF_ROW)
      const seconds = Math.ceil((lastMoment - now()) / 1000)
      return Math.min(LONGEST_SECONDS, seconds)
    }
    inside += 1
    if (inside === QUEUE) measured = nothing()
    return undefined
  }

  return {
    enter: (urgent) => {
      measured.came += 1
      const seconds = takePlace(urgent)
      if (seconds !== undefined) return { type: 'later', seconds }
      let hasPlace = true
      return {
        type: 'in',
        leave: () => {
          if (!hasPlace) return
          note(urgent)
          inside -= 1
          hasPlace = false
        },
        waitOutside: async (work) => {
          const working = work()
          if (!(await isSettledSoon(working))) {
            inside -= 1
            hasPlace = false
            const value = await working
            const wait = takePlace(urgent)
            if (wait !== undefined) return { type: 'later', seconds: wait }
            hasPlace = true
            return { type: 'in', value }
          }
          return { type: 'in', value: await working }
        },
      }
    },
  }
}

// What has arrived already is read at once; a process that is busy reads it a little later.
const SOON_MS = 100

async function isSettledSoon(working: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), SOON_MS)
  })
  const settled = working.then(
    () => true,
    () => true,
  )
  return Promise.race([settled, late]).finally(() => clearTimeout(timer))
}
