import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A proxy in front of a database, which behaves like a pooler. */
export interface FakePooler {
  readonly connectionString: string
  /** The names of the startup parameters of all connections so far. */
  readonly startupParameters: ReadonlySet<string>
  readonly close: () => void
}

const PARAMETERS_AT = 8
const KEY = Buffer.from([0x4b, 0, 0, 0, 12])

/**
 * Start the proxy. It records the startup parameters of connections, and like a pooler it reports
 * an invented backend process.
 */
export async function startFakePooler(connectionString: string): Promise<FakePooler> {
  const { hostname, port } = new URL(connectionString)
  const opening = new Set<string>()
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    for (const socket of [near, far]) sockets.add(socket.on('error', () => {}))
    near.once('data', (first: Buffer) => {
      const said = first.subarray(PARAMETERS_AT).toString().split('\0')
      for (let at = 0; said[at] !== undefined && said[at] !== ''; at += 2)
        opening.add(said[at] ?? '')
      far.write(first)
      near.pipe(far)
    })
    far.on('data', (answer: Buffer) => {
      const key = answer.indexOf(KEY)
      if (key >= 0) answer.writeInt32BE(1, key + KEY.length)
      near.write(answer)
    })
    far.on('close', () => near.destroy())
    near.on('close', () => far.destroy())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const own = new URL(connectionString)
  own.hostname = '127.0.0.1'
  own.port = String(typeof address === 'object' ? address?.port : '')
  return {
    connectionString: own.href,
    startupParameters: opening,
    close: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
