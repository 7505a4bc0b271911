import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { eventually, type Place, type Running } from './place.ts'

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
  await eventually(`the backend at ${url} is ready`, async () => {
    if (!running.isAlive()) throw new Error(`the backend ended: ${running.said()}`)
    return fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  })
  return { ...running, url }
}
