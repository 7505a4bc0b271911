import { setTimeout as pause } from 'node:timers/promises'
import { classifyDatabaseError } from '../errors.ts'

const PAUSE_MS = 1000
/** SQLSTATE invalid_catalog_name: the database does not exist, so waiting is of no use. */
const NO_SUCH_DATABASE = '3D000'

/**
 * Runs `work`. While the database is unavailable, retries for at most `seconds`. `onWait` is called
 * once, at the first failure.
 */
export async function retryUntilAvailable<T>(
  work: () => Promise<T>,
  { seconds, onWait }: { seconds: number; onWait: () => void },
): Promise<T> {
  const until = performance.now() + seconds * 1000
  for (let isTold = false; ; isTold = true) {
    try {
      return await work()
    } catch (error) {
      if (!isTransientlyAway(error) || performance.now() >= until) throw error
      if (!isTold) onWait()
      await pause(PAUSE_MS)
    }
  }
}

const isTransientlyAway = (error: unknown): boolean =>
  classifyDatabaseError(error) === 'unavailable' &&
  !(error instanceof Error && 'code' in error && error.code === NO_SUCH_DATABASE)
