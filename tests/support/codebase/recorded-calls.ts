import { mkdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect } from 'vitest'

/**
 * The folder in which each test file writes the calls and pages that it requested, as a JSON list
 * of addresses.
 */
export const RECORDED_CALLS_DIR = '.cache/made-calls'

/** Record the requests of a backend. `write` stores them for `npm run table`. */
export function recordCalls<Rest extends unknown[]>(
  fetch: (request: Request, ...rest: Rest) => Response | Promise<Response>,
) {
  return {
    fetch: (request: Request, ...rest: Rest) => {
      recordAddress(request.url)
      return fetch(request, ...rest)
    },
    write: () => {
      const testPath = testFile()
      if (testPath === '') return
      mkdirSync(RECORDED_CALLS_DIR, { recursive: true })
      const name = relative('tests', testPath).replaceAll(/[\\/]/g, '~')
      writeFileSync(
        join(RECORDED_CALLS_DIR, `${name}.json`),
        JSON.stringify([...(noted.get(testPath) ?? [])]),
      )
    },
  }
}

/** Record a page that the app showed, or a call that it made. */
export function recordAddress(url: string): void {
  const file = testFile()
  const addresses = noted.get(file) ?? new Set()
  noted.set(file, addresses.add(new URL(url, 'http://campus.test').pathname))
}

// The requests of several backends of one test file are recorded together.
const noted = new Map<string, Set<string>>()
const testFile = (): string => expect.getState().testPath ?? ''
