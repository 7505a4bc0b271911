import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import sharp from 'sharp'
import { signInStudents } from './backend.ts'
import { REQUEST_PATHS, type BenchStudent } from './backend/requests.ts'
import { type BenchCampus, startBenchCampus } from './bench-campus.ts'
import type { Measurement } from './measurements.ts'

const ASKING = 8
const LOAD_MS = 8000
// How much memory a picture can take, from the backend at rest to its peak.
const MOST_MB = 150

/**
 * Measure the most expensive accepted pictures: the backend's memory, and the slowest answers to
 * other people meanwhile.
 */
export async function measurePictures(rounds: number): Promise<Measurement[]> {
  const served = await startBenchCampus()
  const client = new pg.Client({ connectionString: served.connectionString })
  const campus = { ...served, client }
  try {
    const [sender, second, ...students] = await signInStudents(campus)
    if (sender === undefined || second === undefined)
      throw new Error('the demo campus has no students')
    await client.connect()
    const askers = students.slice(0, ASKING)
    const memory = { ours: [] as number[], floor: [] as number[] }
    const slowest = { ours: [] as number[], floor: [] as number[] }
    const worst = await worstPictures()
    await asked(campus, askers, 1500)
    for (const bytes of worst) {
      // An idle decoder process has ended by now.
      await pause(12_000)
      const before = memoryOf(campus.pid)
      const watch = watched(campus.pid)
      await send(campus, sender, bytes)
      memory.ours.push(watch.highest() - before)
      memory.floor.push(MOST_MB)
    }
    for (let round = 0; round < rounds; round++) {
      slowest.floor.push(await asked(campus, askers, LOAD_MS))
      const end = performance.now() + LOAD_MS
      // Two people send without a pause, which is at least as many pictures as the backend decodes
      // at once.
      const busy = [sender, second].map(async (who) => {
        for (let n = 0; performance.now() < end; n++)
          await send(campus, who, worst[n % worst.length] ?? Buffer.alloc(0))
      })
      slowest.ours.push(await asked(campus, askers, LOAD_MS))
      await Promise.all(busy)
    }
    return [
      {
        name: 'pictures: memory of the costliest, each, against 150 MB',
        unit: 'MB',
        ...memory,
        limit: 1,
      },
      {
        name: 'pictures: the others’ p99 while two people send them without a pause',
        unit: 'ms',
        ...slowest,
        limit: 2,
      },
    ]
  } finally {
    await client.end()
    await campus.close()
  }
}

/**
 * Requests with the most expensive accepted pictures, one of each kind. They are prepared before
 * the measurement, so that preparing them costs nothing during it.
 */
async function worstPictures(): Promise<Buffer<ArrayBuffer>[]> {
  const plain = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#c8783c' } })
  const seen = (width: number, height: number) =>
    plain(width, height).ensureAlpha(0.5).toColourspace('rgb16')
  const noise = sharp({
    create: {
      width: 2500,
      height: 1900,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 12 },
    },
  })
  const made = [
    plain(16_384, 3600).jpeg({ quality: 40, chromaSubsampling: '4:4:4' }),
    plain(4200, 3170).jpeg({ quality: 40, progressive: true }),
    plain(3650, 3650)
      .withMetadata({ orientation: 6 })
      .png({ compressionLevel: 1, progressive: true }),
    seen(6144, 813).png({ compressionLevel: 1 }),
    seen(2236, 2236)
      .withMetadata({ orientation: 6 })
      .png({ compressionLevel: 1, progressive: true }),
    sharp(await noise.png().toBuffer())
      .resize(4200, 3170)
      .jpeg({ quality: 85, progressive: true }),
  ]
  const request = (picture: Buffer) =>
    Buffer.from(JSON.stringify({ base64Photo: picture.toString('base64') }))
  return Promise.all(made.map(async (one) => request(await one.toBuffer())))
}

/** Send a face photo as if it were the student's first. */
async function send(
  { address, client }: Sending,
  { code, token }: BenchStudent,
  body: Buffer<ArrayBuffer>,
): Promise<void> {
  await client.query('delete from image where student_code = $1', [code])
  await client.query(
    `insert into consent (student_code, purpose, agreed_at) values ($1, 'photo', now()) on conflict do nothing`,
    [code],
  )
  await client.query(`delete from rate_limit where key like 'images:%'`)
  const response = await fetch(`${address}/stuphoto/verifyStuPhoto`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: token },
    body,
  })
  const said = await response.text()
  if (!said.includes('"code":"0"'))
    throw new Error(`a picture was answered ${response.status}: ${said}`)
}

interface Sending extends BenchCampus {
  readonly client: pg.Client
}

/**
 * The 99th percentile in ms of the answers to students who send requests one after the other for
 * this time.
 */
async function asked(
  { address }: BenchCampus,
  students: readonly BenchStudent[],
  ms: number,
): Promise<number> {
  const took: number[] = []
  const end = performance.now() + ms
  await Promise.all(
    students.map(async ({ code, enrolment, token }) => {
      while (performance.now() < end) {
        const begun = performance.now()
        const response = await fetch(address + REQUEST_PATHS.read, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', Authorization: token },
          body: JSON.stringify({ stuCode: code, enrollType: enrolment }),
        })
        await response.arrayBuffer()
        took.push(performance.now() - begun)
        // A short pause, because real users do not send requests without one.
        await pause(5)
      }
    }),
  )
  return took.toSorted((one, other) => one - other)[Math.floor(took.length * 0.99)] ?? Number.NaN
}

function watched(pid: number): { highest: () => number } {
  let most = 0
  const timer = setInterval(() => (most = Math.max(most, memoryOf(pid))), 3)
  return {
    highest: () => {
      clearInterval(timer)
      return most
    },
  }
}

/** The memory in MB of a process and its children. */
function memoryOf(pid: number): number {
  const status = (id: string) => {
    try {
      return readFileSync(`/proc/${id}/status`, 'utf8')
    } catch {
      return ''
    }
  }
  const number = (text: string, name: string) =>
    Number(new RegExp(`${name}:\\s+(\\d+)`).exec(text)?.[1] ?? 0)
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const own = all
    .map(status)
    .filter((text) => number(text, 'Pid') === pid || number(text, 'PPid') === pid)
  return own.reduce((sum, text) => sum + number(text, 'VmRSS'), 0) / 1024
}
