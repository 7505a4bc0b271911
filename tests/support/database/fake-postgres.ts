import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'

/** How a fake PostgreSQL behaves. A test can change this at any time. */
export interface FakePostgresBehavior {
  /** The answer to a client that asks for encryption. */
  encryption: 'S' | 'N'
  /** Whether it does not answer clients at all. */
  silent: boolean
  /** The error code with which it refuses every client. */
  refusal: string | undefined
  /** Whether it is read-only, for each query of that state. The last value stays. */
  readsOnly: boolean[]
  asksPassword: boolean
}

/** A server with as much of PostgreSQL's protocol as the selection of a host needs. */
export interface FakePostgres {
  readonly port: number
  readonly behavior: FakePostgresBehavior
  /** The messages that it has received. */
  readonly receivedMessages: string[]
  /** Drop all connections. */
  readonly dropConnections: () => void
  readonly close: () => Promise<void>
}

const SSL_REQUEST = 80_877_103
const HANDSHAKE = 0x16

const message = (type: string, ...parts: readonly (Buffer | string)[]) => {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part)))
  const head = Buffer.alloc(5)
  head.write(type, 0, 'latin1')
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}
const short = (n: number) => Buffer.from([n >> 8, n & 255])
const long = (n: number) => Buffer.concat([short(n >> 16), short(n & 0xffff)])
const READY = message('Z', 'I')
const WELCOME = Buffer.concat([message('R', long(0)), READY])
const BOOLEAN = 16
const COLUMN = message(
  'T',
  short(1),
  'refuses\0',
  long(0),
  short(0),
  long(BOOLEAN),
  short(1),
  long(0),
  short(0),
)
const row = (is: boolean) =>
  Buffer.concat([
    COLUMN,
    message('D', short(1), long(1), is ? 't' : 'f'),
    message('C', 'SELECT 1\0'),
    READY,
  ])

/** Start a fake PostgreSQL on a port of this machine, or on a socket in a folder. */
export async function startFakePostgres(socket?: string): Promise<FakePostgres> {
  const heard: string[] = []
  const open = new Set<Socket>()
  const manners: FakePostgresBehavior = {
    encryption: 'N',
    silent: false,
    refusal: undefined,
    readsOnly: [false],
    asksPassword: false,
  }
  const welcome = () =>
    manners.refusal === undefined
      ? WELCOME
      : message('E', 'SFATAL\0', `C${manners.refusal}\0`, 'Mrefused\0', '\0')
  const answerStart = (data: Buffer): Buffer | string => {
    if (data[0] === HANDSHAKE) {
      heard.push('handshake')
      return ''
    }
    if (data.readInt32BE(4) === SSL_REQUEST) {
      heard.push('encryption?')
      return manners.encryption
    }
    const said = data.subarray(8).toString().split('\0').filter(Boolean)
    heard.push(`start ${said.join(' ')}`)
    return manners.asksPassword ? message('R', long(3)) : welcome()
  }
  const answer = (data: Buffer): Buffer | string => {
    const text = data.subarray(5, -1).toString()
    switch (String.fromCodePoint(data[0] ?? 0)) {
      case 'Q':
        heard.push(text)
        return row(
          (manners.readsOnly.length > 1 ? manners.readsOnly.shift() : manners.readsOnly[0]) ===
            true,
        )
      case 'p':
        heard.push(`password ${text}`)
        return welcome()
      case 'X':
        heard.push('end')
        return ''
      default:
        return answerStart(data)
    }
  }
  const server = createServer((near) => {
    open.add(near.on('error', () => {}))
    near.on('data', (data: Buffer) => {
      if (!manners.silent) near.write(answer(data))
    })
  })
  await once(
    socket === undefined ? server.listen(0, '127.0.0.1') : server.listen(socket),
    'listening',
  )
  const address = server.address()
  const drop = () => open.forEach((near) => near.destroy())
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    behavior: manners,
    receivedMessages: heard,
    dropConnections: drop,
    close: async () => {
      drop()
      if (server.listening) await once(server.close(), 'close')
    },
  }
}
