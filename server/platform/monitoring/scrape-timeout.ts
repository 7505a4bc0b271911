import { setTimeout as pause } from 'node:timers/promises'

const SCRAPE_TIMEOUT_MS = 3000

/**
 * What a collector asks the database for; undefined where it is away or takes its time. A collector
 * that is not answered takes the whole process for gone.
 */
export const withScrapeTimeout = <T>(asked: Promise<T>): Promise<T | undefined> =>
  Promise.race([asked.catch(() => undefined), pause(SCRAPE_TIMEOUT_MS, undefined, { ref: false })])
