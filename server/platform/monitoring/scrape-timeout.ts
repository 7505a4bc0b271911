import { setTimeout as pause } from 'node:timers/promises'

const SCRAPE_TIMEOUT_MS = 3000

/**
 * Limits the time of a metric's database query; undefined if the database is unavailable or slow.
 * Without a response to a scrape, the monitoring would treat the whole process as down.
 */
export const withScrapeTimeout = <T>(asked: Promise<T>): Promise<T | undefined> =>
  Promise.race([asked.catch(() => undefined), pause(SCRAPE_TIMEOUT_MS, undefined, { ref: false })])
