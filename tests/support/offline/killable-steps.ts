import type { OutboxDatabase } from '#offline/storage/outbox-database'

/** What stands around the steps of a page: every transaction and every request is one. */
export interface PageSteps {
  readonly around: (database: OutboxDatabase) => OutboxDatabase
  readonly fetch: (real: typeof fetch) => typeof fetch
}

/** Have every step of a page go through this. */
export const wrapPageSteps = (step: <T>(work: () => Promise<T>) => Promise<T>): PageSteps => ({
  around: (database) => ({
    ...database,
    run: (options, work) => step(() => database.run(options, work)),
  }),
  fetch: (real) => (input, init) => step(() => real(input, init)),
})

/** A page that dies at one of its steps, each of which has a moment before and one after it. */
export interface KillableSteps extends PageSteps {
  /** Resolves when the page has died. */
  readonly killed: Promise<'died'>
  /** How many moments have passed. */
  readonly countMoments: () => number
}

/**
 * Let a page live for so many moments. A dead page's awaits never end, as a killed process's never
 * do.
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
 * A page to which something else happens at one of those moments, once, while it waits; at none,
 * should it not live so many.
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
