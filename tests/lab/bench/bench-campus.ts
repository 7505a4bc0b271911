import { spawn } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { startPostgres } from '#server/platform/database/cluster/private-postgres'
import { findFreePort } from '../../support/backend/free-port.ts'
import { setup as buildWhatIsStale } from '../../support/setup/built-app.ts'

/** A backend and its database. */
export interface BenchServer {
  readonly address: string
  readonly connectionString: string
  /** The process id of the backend. */
  readonly pid: number
}

/**
 * The built backend with the demo campus in a process of its own. Its PostgreSQL waits for the
 * disk, as in production.
 */
export interface BenchCampus extends BenchServer {
  /**
   * Start another backend on another database of the same PostgreSQL. `appDir` is the folder of
   * another build of the app.
   */
  readonly startAnother: (name: string, appDir?: string) => Promise<BenchServer>
  readonly close: () => Promise<void>
}

/** Start the backend as `npm start` does. */
export async function startBenchCampus(): Promise<BenchCampus> {
  await buildWhatIsStale()
  // The folder is not made by mkdtemp, because the user that runs PostgreSQL must be able to enter
  // it.
  const dataDir = join(tmpdir(), `baodao-bench-campus-${process.pid}`)
  mkdirSync(dataDir, { recursive: true })
  const postgres = await startPostgres({ dataDir })
  const ends: (() => Promise<unknown>)[] = []
  const close = async () => {
    await Promise.all(ends.map((end) => end()))
    await postgres.release()
    rmSync(dataDir, { recursive: true, force: true })
    rmSync(postgres.folder, { recursive: true, force: true })
  }
  const begin = async (connectionString: string, appDir = 'dist/app'): Promise<BenchServer> => {
    const port = await findFreePort()
    const { server, end } = spawnServer({ port, dataDir, connectionString, appDir })
    ends.push(end)
    const address = `http://127.0.0.1:${port}`
    await untilReady(address, server)
    return { address, connectionString, pid: server.pid ?? 0 }
  }
  const another = async (name: string, appDir?: string) => {
    const client = new pg.Client({ connectionString: postgres.connectionString })
    await client.connect()
    await client.query(`create database ${name}`)
    await client.end()
    const url = new URL(postgres.connectionString)
    url.pathname = `/${name}`
    return begin(url.href, appDir)
  }
  try {
    return { ...(await begin(postgres.connectionString)), startAnother: another, close }
  } catch (error) {
    await close()
    throw error
  }
}

function spawnServer({
  port,
  dataDir,
  connectionString,
  appDir,
}: {
  port: number
  dataDir: string
  connectionString: string
  appDir: string
}) {
  const server = spawn(process.execPath, ['dist/server/main.js'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: connectionString,
      DEMO: '1',
      APP_DIR: appDir,
    },
  })
  const gone = new Promise((resolve) => server.once('exit', resolve))
  const end = () => {
    server.kill()
    return gone
  }
  return { server, end }
}

async function untilReady(
  address: string,
  server: { readonly exitCode: number | null },
): Promise<void> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await pause(50)) {
    if (server.exitCode !== null) break
    const ready = await fetch(`${address}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (ready) return
  }
  throw new Error('the backend did not start')
}
