import { type ChildProcess, spawn } from 'node:child_process'
import { expect } from 'vitest'
import { PROCESS_START_TIMEOUT_MS } from '../setup/timeouts.ts'
import { waitUntil } from '../setup/wait-until.ts'
import { findFreePort } from './free-port.ts'

/** A backend in a process of its own. */
export interface ServerProcess {
  readonly child: ChildProcess
  /** Resolves to the exit code. */
  readonly ended: Promise<number | null>
  /** Everything that the process has written to its output. */
  readonly output: () => string
}

/** Start the backend with exactly these settings, from its sources or from its build. */
export function spawnServer(env: Record<string, string>, built = false): ServerProcess {
  const program = built ? ['dist/server/main.js'] : ['--import', 'tsx', 'server/main.ts']
  const child = spawn(process.execPath, program, {
    env: { PATH: process.env['PATH'] ?? '', DEMO_STUDENTS: '10', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data) => (said += String(data)))
  const ended = new Promise<number | null>((resolve) => child.on('close', (code) => resolve(code)))
  return { child, ended, output: () => said }
}

/** Start the backend, and wait until it answers at `url`. */
export async function startServer(
  env: Record<string, string>,
  built = false,
): Promise<ServerProcess & { url: string }> {
  const port = env['PORT'] ?? String(await findFreePort())
  const program = spawnServer({ ...env, PORT: port }, built)
  const url = `http://127.0.0.1:${port}`
  await waitUntil(
    async () => {
      const status = await fetch(`${url}/readyz`).then(
        (response) => response.status,
        () => 'not there yet',
      )
      expect(status, program.output()).toBe(200)
    },
    50,
    PROCESS_START_TIMEOUT_MS,
  )
  return { ...program, url }
}

/** Stop the process with SIGTERM, and wait until it has ended. */
export async function stopServer({ child, ended }: ServerProcess): Promise<number | null> {
  child.kill('SIGTERM')
  return ended
}

/** Post JSON, and parse the answer. */
export async function postJson(
  url: string,
  path: string,
  body: object,
  headers: Record<string, string> = {},
) {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

/** Sign in as the first new student of the demo. Returns the token. */
export const signInDemoStudent = async (url: string): Promise<string> =>
  (
    await postJson(url, '/api/binding/findstu', {
      stuNumber: '990001',
      idCard: '110101200801010015',
      openId: '',
    })
  ).body.token
