import { spawn } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startPostgres } from '#server/platform/postgres'
import { setup as buildWhatIsStale } from '../support/built-app.ts'

/** The built backend as a process of its own with the demo campus, on a PostgreSQL that waits for the disk as in service. */
export interface Campus {
  readonly address: string
  readonly connectionString: string
  readonly close: () => Promise<void>
}

/** Start the backend as `npm start` does. */
export async function startCampus(): Promise<Campus> {
  await buildWhatIsStale()
  // Not made by mkdtemp: the user that PostgreSQL runs as must get in.
  const dataDir = join(tmpdir(), `baodao-bench-campus-${process.pid}`)
  mkdirSync(dataDir, { recursive: true })
  const postgres = await startPostgres({ dataDir })
  const port = await freePort()
  const server = spawn(process.execPath, ['dist/server/main.js'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: postgres.connectionString,
      DEMO: '1',
    },
  })
  const gone = new Promise((resolve) => server.once('exit', resolve))
  const address = `http://127.0.0.1:${port}`
  const close = async () => {
    server.kill()
    await gone
    await postgres.leave()
    rmSync(dataDir, { recursive: true, force: true })
    rmSync(postgres.folder, { recursive: true, force: true })
  }
  try {
    await untilReady(address, server)
  } catch (error) {
    await close()
    throw error
  }
  return { address, connectionString: postgres.connectionString, close }
}

async function untilReady(address: string, server: { readonly exitCode: number | null }): Promise<void> {
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

/** A loopback port that nobody uses. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}
