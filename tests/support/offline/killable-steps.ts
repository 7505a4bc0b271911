import type { OutboxDatabase } from '#offline/storage/outbox-database'

/** Wraps the steps of a page. Every transaction and every request is a step. */
export interface PageSteps {
  readonly around: (database: OutboxDatabase) => OutboxDatabase
  readonly fetch: (real: typeof fetch) => typeof fetch
}

/** Make every step of a page go through this function. */
export const wrapPageSteps = (step: <T>(work: () => Promise<T>) => Promise<T>): PageSteps => ({
  around: (database) => ({
    ...database,
    run: (options, work) => step(() => database.run(options, work)),
  }),
  fetch: (real) => (input, init) => step(() => real(input, init)),
})

/**
 * A page that is killed at one of its steps. Each step has a moment before and a moment after it.
 */
export interface KillableSteps extends PageSteps {
  /** Resolves when the page has been killed. */
  readonly killed: Promise<'died'>
  /** How many moments have passed. */
  readonly countMoments: () => number
}

/**
 * Let a page run for this number of moments. The promises of a killed page never settle, like those
 * of a killed process.
 */
export function createKillableSteps(lifespan = Infinity): KillableSteps {
  let moments = 0
  let dead = false
  let die: (how: 'died') => void
  const died = new Promise<'died'>((resolve) => (die = resolve))
  const silence = new Promise<never>(() => {})
  const pass = () => {
    if (!dead && ++moments > lifespan) {
      dead = true
      die('died')
    }
    return dead
  }
  const step = async <T>(work: () => Promise<T>): Promise<T> => {
    if (pass()) return silence
    const result = await work()
    return pass() ? silence : result
  }
  return { ...wrapPageSteps(step), killed: died, countMoments: () => moments }
}

/**
 * Run other work once at the given moment, while the page waits. It is not run if the page has
 * fewer moments.
 */
export function interruptAt(
  moment: number,
  happens: () => Promise<unknown>,
): PageSteps & Pick<KillableSteps, 'countMoments'> {
  let moments = 0
  const pass = async () => {
    if (moments++ === moment) await happens()
  }
  const step = async <T>(work: () => Promise<T>): Promise<T> => {
    await pass()
    const result = await work()
    await pass()
    return result
  }
  return { ...wrapPageSteps(step), countMoments: () => moments }
}
