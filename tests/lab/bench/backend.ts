import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import pg from 'pg'
import { toChinaYear } from '#server/platform/clock'
import { findFreePort } from '../../support/backend/free-port.ts'
import type { LoadResult, LoadTask } from './backend/load.ts'
import type { RequestKind, BenchStudent } from './backend/requests.ts'
import { type BenchCampus, startBenchCampus } from './bench-campus.ts'
import type { Measurement } from './measurements.ts'

const IN_FLIGHT = 32
const LOAD_MS = 3000

/**
 * Compare the real server process with the same statements sent by plain `pg`. A separate process
 * keeps 32 requests in flight.
 */
export async function measureBackend(rounds: number): Promise<Measurement[]> {
  const campus = await startBenchCampus()
  const barePort = await findFreePort()
  const bare = child(new URL('./backend/bare.ts', import.meta.url), {
    ...process.env,
    NODE_ENV: 'production',
    PORT: String(barePort),
    DATABASE_URL: campus.connectionString,
  })
  const load = child(new URL('./backend/load.ts', import.meta.url), process.env)
  try {
    await once(bare, 'message')
    const students = await signInStudents(campus)
    const ports = { ours: Number(new URL(campus.address).port), floor: barePort }
    const kinds: RequestKind[] = ['read', 'write']
    const took = {
      read: { ours: [] as number[], floor: [] as number[] },
      write: { ours: [] as number[], floor: [] as number[] },
    }
    for (let round = -1; round < rounds; round++) {
      for (const kind of kinds) {
        for (const which of round % 2 === 0
          ? (['ours', 'floor'] as const)
          : (['floor', 'ours'] as const)) {
          // The first round is discarded, because it warms up the compiler.
          const perSecond = await loaded(load, { port: ports[which], kind, ms: LOAD_MS, students })
          if (round >= 0) took[kind][which].push(perSecond)
        }
      }
    }
    return [
      {
        name: 'backend: a read that joins, 32 in flight',
        unit: '/s',
        ...took.read,
        limit: 0.5,
        atLeast: true,
      },
      {
        name: 'backend: an idempotent write, 32 in flight',
        unit: '/s',
        ...took.write,
        limit: 0.5,
        atLeast: true,
      },
    ]
  } finally {
    load.kill()
    bare.kill()
    await campus.close()
  }
}

const child = (file: URL, env: NodeJS.ProcessEnv) =>
  fork(file, { execArgv: ['--import', 'tsx'], env })

async function loaded(load: ChildProcess, task: LoadTask): Promise<number> {
  load.send(task)
  const end = new AbortController()
  const { signal } = end
  try {
    const done = once(load, 'message', { signal }).then(
      ([said]: LoadResult[]) => said?.perSecond ?? Number.NaN,
    )
    const gone = once(load, 'exit', { signal }).then(() =>
      Promise.reject(new Error('the load broke off')),
    )
    gone.catch(() => {})
    return await Promise.race([done, gone])
  } finally {
    end.abort()
  }
}

/**
 * Sign in new students of the demo, who alone may send the write, each with a session of their own, so that requests do not wait for the
 * lock of the same row.
 */
export async function signInStudents({
  address,
  connectionString,
}: BenchCampus): Promise<BenchStudent[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const { rows } = await client.query<{
    code: string
    number: string
    id_card: string
    enrolment: string
  }>(
    `select code, coalesce(number, exam_number) as number, id_card, enrolment from student where enrolment = '2' and entry_year = $2 order by code limit $1`,
    [IN_FLIGHT, String(toChinaYear(new Date()))],
  )
  await client.end()
  return Promise.all(
    rows.map(async ({ code, number, id_card: idCard, enrolment }) => {
      const said = await fetch(`${address}/api/binding/findstu`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ stuNumber: number, idCard, openId: '' }),
      })
      const { token }: { token: string } = await said.json()
      return { code, enrolment, token }
    }),
  )
}
