import { mkdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect } from 'vitest'

/**
 * Where each test file leaves the calls and pages that it was seen to ask for: one JSON list of
 * addresses a file.
 */
export const RECORDED_CALLS_DIR = '.cache/made-calls'

/** Watch what a backend is asked for; `write` leaves it behind for `npm run table`. */
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

/** A page that the app showed, or a call that was made. */
export function recordAddress(url: string): void {
  const file = testFile()
  const addresses = noted.get(file) ?? new Set()
  noted.set(file, addresses.add(new URL(url, 'http://campus.test').pathname))
}

// By test file: what several backends of one file were asked for counts together.
const noted = new Map<string, Set<string>>()
const testFile = (): string => expect.getState().testPath ?? ''
