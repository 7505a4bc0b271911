import { existsSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { waitForResult, type Workspace, type RunningProgram } from './workspace.ts'

/**
 * The timeout is long, because tables might have to be changed first, and the machine might be
 * busy.
 */
const TIMEOUT = { patienceMs: 180_000 }

/** A process of the backend. */
export interface CampusProcess extends RunningProgram {
  readonly url: string
}

/**
 * Start the built backend on a demo campus in the database at `databaseUrl`, and wait until it is
 * ready. `env` has more settings. `quiet` discards its log, for a drill that measures. `node` has
 * options of Node itself. `as` is another folder in which the product is installed, and the user
 * that runs it.
 */
export async function startCampusProcess(
  place: Workspace,
  databaseUrl: string,
  env: Record<string, string> = {},
  {
    quiet = false,
    node = [],
    as,
  }: {
    quiet?: boolean
    node?: readonly string[]
    as?: { cwd: string; uid?: number; gid?: number }
  } = {},
): Promise<CampusProcess> {
  const main = join(as?.cwd ?? process.cwd(), 'dist/server/main.js')
  if (!existsSync(main)) throw new Error('The backend is not built: npm run build')
  const port = env['PORT'] ?? String(await place.port())
  const running = place.run(process.execPath, [...node, main], {
    quiet,
    ...as,
    env: {
      NODE_ENV: 'production',
      DATABASE_URL: databaseUrl,
      DATA_DIR: join(place.folder, `data-${port}`),
      DEMO: '1',
      ...env,
      PORT: port,
    },
  })
  const url = `http://127.0.0.1:${port}`
  await waitForResult(
    `the backend at ${url} is ready`,
    async () => {
      if (!running.isAlive()) throw new Error(`the backend ended: ${running.output()}`)
      return fetch(`${url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      )
    },
    TIMEOUT,
  )
  return { ...running, url }
}

/** The readiness that the process at `url` reports, or undefined if it does not answer. */
export const readReadiness = ({ url }: CampusProcess): Promise<Readiness | undefined> =>
  fetch(`${url}/readyz`).then(
    async (response) => v.parse(Readiness, await response.json()),
    () => undefined,
  )

const Readiness = v.object({ ready: v.boolean(), why: v.optional(v.string()) })
type Readiness = v.InferOutput<typeof Readiness>

/** Wait until a process reports that it can store writes. */
export const waitUntilReady = (campus: CampusProcess): Promise<unknown> =>
  waitForResult(`${campus.url} is ready`, async () => (await readReadiness(campus))?.ready)

/** Wait until a process reports that it cannot store writes, for one of these reasons. */
export async function waitUntilUnready(
  campus: CampusProcess,
  reasons: readonly string[],
): Promise<void> {
  const what = `${campus.url} is not ready: ${reasons.join(' or ')}`
  await waitForResult(what, async () => reasons.includes((await readReadiness(campus))?.why ?? ''))
}

/** Fail if one of these processes has ended. */
export function assertAlive(campuses: readonly CampusProcess[]): void {
  for (const { isAlive, output } of campuses)
    if (!isAlive()) throw new Error(`a process ended: ${output()}`)
}
