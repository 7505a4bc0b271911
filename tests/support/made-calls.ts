import { mkdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect } from 'vitest'

/** Where each test file leaves the addresses that it was seen to ask a backend for: one JSON list a file. */
export const MADE_CALLS = '.cache/made-calls'

/** Watch what a backend is asked for; `write` leaves it behind for `npm run table`. */
export function watchCalls<Rest extends unknown[]>(
  fetch: (request: Request, ...rest: Rest) => Response | Promise<Response>,
) {
  return {
    fetch: (request: Request, ...rest: Rest) => {
      noted.add(new URL(request.url).pathname)
      return fetch(request, ...rest)
    },
    write: () => {
      const { testPath } = expect.getState()
      if (testPath === undefined) return
      mkdirSync(MADE_CALLS, { recursive: true })
      const name = relative('tests', testPath).replaceAll(/[\\/]/g, '~')
      writeFileSync(join(MADE_CALLS, `${name}.json`), JSON.stringify([...noted]))
    },
  }
}

// A module of its own for each test file: what several backends of one file were asked for counts together.
const noted = new Set<string>()
