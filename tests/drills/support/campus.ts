import { existsSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { eventually, type Place, type Running } from './place.ts'

/** Tables may have to be changed first, and the machine may do other things too. */
const PATIENCE = { patienceMs: 180_000 }

/** A process of the backend. */
export interface Campus extends Running {
  readonly url: string
}

/**
 * Start the built backend on a demo campus in the database at `databaseUrl`; more settings by
 * `env`. `quiet`: its log goes nowhere, for a drill that measures; `node`: options of Node itself;
 * `as`: another folder that it was installed in, and its user. Answers when it says that it is
 * ready.
 */
export async function startCampus(
  place: Place,
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
): Promise<Campus> {
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
  await eventually(
    `the backend at ${url} is ready`,
    async () => {
      if (!running.isAlive()) throw new Error(`the backend ended: ${running.said()}`)
      return fetch(`${url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      )
    },
    PATIENCE,
  )
  return { ...running, url }
}

/** What the process at `url` says of itself; undefined when it says nothing. */
export const readinessOf = ({ url }: Campus): Promise<Readiness | undefined> =>
  fetch(`${url}/readyz`).then(
    async (response) => v.parse(Readiness, await response.json()),
    () => undefined,
  )

const Readiness = v.object({ ready: v.boolean(), why: v.optional(v.string()) })
type Readiness = v.InferOutput<typeof Readiness>

/** Wait until a process says that words can be kept. */
export const mustBeReady = (campus: Campus): Promise<unknown> =>
  eventually(`${campus.url} is ready`, async () => (await readinessOf(campus))?.ready)

/** Wait until a process says that none can, for one of these reasons. */
export async function mustBeUnready(campus: Campus, reasons: readonly string[]): Promise<void> {
  const what = `${campus.url} is not ready: ${reasons.join(' or ')}`
  await eventually(what, async () => reasons.includes((await readinessOf(campus))?.why ?? ''))
}

/** Fail if one of these processes has ended. */
export function mustLive(campuses: readonly Campus[]): void {
  for (const { isAlive, said } of campuses)
    if (!isAlive()) throw new Error(`a process ended: ${said()}`)
}
