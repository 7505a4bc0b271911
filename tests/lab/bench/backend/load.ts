import { connect } from 'node:net'
import { type RequestKind, encodeRequest, type BenchStudent } from './requests.ts'

/** The load: `students` send requests one after the other, all students at once, for this time. */
export interface LoadTask {
  readonly port: number
  readonly kind: RequestKind
  readonly ms: number
  readonly students: readonly BenchStudent[]
}

/** The number of answers in a second. */
export interface LoadResult {
  readonly perSecond: number
}

// A separate process that does as little as possible, because the CPU time that it uses is missing
// for the server.
process.on('message', (task: LoadTask) => {
  void measure(task).then(
    (perSecond) => process.send?.({ perSecond } satisfies LoadResult),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
})

async function measure({ port, kind, ms, students }: LoadTask): Promise<number> {
  const begin = performance.now()
  const counts = await Promise.all(
    students.map((student) => askUntil(begin + ms, { port, kind, student })),
  )
  return (counts.reduce((sum, count) => sum + count, 0) / (performance.now() - begin)) * 1000
}

function askUntil(
  end: number,
  { port, kind, student }: { port: number; kind: RequestKind; student: BenchStudent },
): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let said = ''
    let count = 0
    const ask = () => socket.write(encodeRequest(kind, student))
    socket.setNoDelay(true)
    socket.setEncoding('latin1')
    socket.on('connect', ask)
    socket.on('error', reject)
    socket.on('data', (chunk) => {
      said += String(chunk)
      if (!isWhole(said)) return
      if (!said.startsWith('HTTP/1.1 200') || said.includes('"results":false'))
        return reject(new Error(said))
      said = ''
      count += 1
      if (performance.now() < end) return void ask()
      socket.end()
      resolve(count)
    })
  })
}

function isWhole(said: string): boolean {
  const head = said.indexOf('\r\n\r\n')
  if (head < 0) return false
  const length = /\r\ncontent-length: (\d+)/i.exec(said.slice(0, head + 2))?.[1]
  return length === undefined
    ? said.endsWith('\r\n0\r\n\r\n')
    : said.length >= head + 4 + Number(length)
}
