import type { Database } from '#offline/database'

/**
 * A page that dies at one of its steps: every transaction and every request is a step with a moment
 * before and one after it.
 */
export interface Mortality {
  readonly around: (database: Database) => Database
  readonly fetch: (real: typeof fetch) => typeof fetch
  /** Resolves when the page has died. */
  readonly died: Promise<'died'>
  /** How many moments have passed. */
  readonly moments: () => number
}

/**
 * Let a page live for so many moments. A dead page's awaits never end, as a killed process's never
 * do.
 */
export function mortal(lifespan = Infinity): Mortality {
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
  return {
    around: (database) => ({
      ...database,
      run: (options, work) => step(() => database.run(options, work)),
    }),
    fetch: (real) => (input, init) => step(() => real(input, init)),
    died,
    moments: () => moments,
  }
}

/**
 * A page to which something else happens at one of those moments, once, while it waits; at none,
 * should it not live so many.
 */
export function interrupted(
  moment: number,
  happens: () => Promise<unknown>,
): Pick<Mortality, 'around' | 'fetch' | 'moments'> {
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
  return {
    around: (database) => ({
      ...database,
      run: (options, work) => step(() => database.run(options, work)),
    }),
    fetch: (real) => (input, init) => step(() => real(input, init)),
    moments: () => moments,
  }
}
