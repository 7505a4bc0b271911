import { setTimeout as pause } from 'node:timers/promises'

const SCRAPE_TIMEOUT_MS = 3000

/**
 * Limits the time of a metric's database query; undefined when the database is unavailable or slow.
 * A scrape without a response would make the whole process count as down.
 */
export const withScrapeTimeout = <T>(asked: Promise<T>): Promise<T | undefined> =>
  Promise.race([asked.catch(() => undefined), pause(SCRAPE_TIMEOUT_MS, undefined, { ref: false })])
