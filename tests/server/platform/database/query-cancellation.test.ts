import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { cancelQuery, isDirectConnection } from '#server/platform/database/driver/cancel-query'
import { supportsNamedStatements } from '#server/platform/database/driver/prepared-statement'
import { serverConnectionOf } from '#server/platform/database/driver/server-connection'
import { createFakeConnection } from '../../../support/database/fake-connection.ts'
import { waitUntil } from '../../../support/setup/wait-until.ts'

afterEach(() => void vi.restoreAllMocks())

describe('cancelling a statement', () => {
  let place: Awaited<ReturnType<typeof listener>>
  let stream: Socket
  beforeEach(async () => {
    place = await listener()
    stream = connect(place.port, '127.0.0.1')
    await once(stream, 'connect')
    return async () => {
      stream.destroy()
      await place.close()
    }
  })

  test('a cancel request is a message of its own, with the connection’s process id and key', async () => {
    const asking = vi.spyOn(Socket.prototype, 'setTimeout')
    cancelQuery(createFakeConnection(stream).client)
    expect(askingIn(asking.mock)).not.toBe(undefined)
    await waitUntil(() => expect(place.heard.get(2)?.length).toBe(16))
    const said = place.heard.get(2)
    // The length of the message, its protocol code, the process id and the key.
    expect([0, 4, 8, 12].map((at) => said?.readInt32BE(at))).toEqual([16, 80_877_102, 7, -8])
    expect(place.heard.get(1)).toEqual(Buffer.alloc(0))
  })

  test('a cancel request is sent over a local socket if the connection uses one', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'baodao-socket-'))
    const here = await listener(join(folder, '.s.PGSQL.5432'))
    const near = connect(join(folder, '.s.PGSQL.5432'))
    await once(near, 'connect')
    onTestFinished(async () => {
      near.destroy()
      await here.close()
      rmSync(folder, { recursive: true })
    })
    const asking = vi.spyOn(Socket.prototype, 'setTimeout')
    cancelQuery(createFakeConnection(near, folder).client)
    expect(askingIn(asking.mock)).not.toBe(undefined)
    await waitUntil(() => expect(here.heard.get(2)?.length).toBe(16))
  })

  test('a cancel request is awaited for two seconds at most', async () => {
    const setTimeoutSpy = vi.spyOn(Socket.prototype, 'setTimeout')
    cancelQuery(createFakeConnection(stream).client)
    expect(setTimeoutSpy.mock.calls).toEqual([[2000, expect.any(Function)]])
    setTimeoutSpy.mock.calls[0]?.[1]?.()
    expect(askingIn(setTimeoutSpy.mock)?.destroyed).toBe(true)
  })

  test('a cancel request to a server that no longer listens fails silently', async () => {
    await place.close()
    const asking = vi.spyOn(Socket.prototype, 'setTimeout')
    cancelQuery(createFakeConnection(stream).client)
    await waitUntil(() => expect(askingIn(asking.mock)?.closed).toBe(true))
  })

  test('no cancel request is sent for an unknown connection or one without an address', () => {
    const asking = vi.spyOn(Socket.prototype, 'setTimeout')
    cancelQuery(createFakeConnection().client)
    cancelQuery(createFakeConnection(new Socket()).client)
    expect(asking).not.toHaveBeenCalled()
  })
})

test('the socket of a connection is looked up once', () => {
  const { client } = createFakeConnection(new Socket())
  const wire = serverConnectionOf(client)
  expect(wire).toMatchObject({ processID: 7, secretKey: -8 })
  expect(serverConnectionOf(client)).toBe(wire)
  expect(serverConnectionOf(createFakeConnection().client)).toBeUndefined()
})

describe('whether a connection keeps prepared statements', () => {
  const answering = (pid: number | undefined, stream?: Socket) => {
    const fake = createFakeConnection(stream)
    fake.answer = () => ({ rows: pid === undefined ? [] : [{ pid }] })
    return fake
  }

  test('a connection keeps prepared statements if its own backend process answers a query', async () => {
    const stream = new Socket()
    expect(await isDirectConnection(answering(7, stream).client)).toBe(true)
    expect(await isDirectConnection(answering(9, stream).client)).toBe(false)
    expect(await isDirectConnection(answering(undefined, stream).client)).toBe(false)
    // A connection without a known backend process counts as going through a pooler.
    expect(await isDirectConnection(answering(undefined).client)).toBe(false)
  })

  test('whether a connection keeps prepared statements is checked once, and not if it is configured', async () => {
    for (const pid of [7, 9]) {
      const { client, sent } = answering(pid, new Socket())
      expect([
        await supportsNamedStatements(client, 'always'),
        await supportsNamedStatements(client, 'never'),
      ]).toEqual([true, false])
      expect(sent).toHaveLength(0)
      for (let n = 0; n < 2; n++)
        expect(await supportsNamedStatements(client, 'where-supported')).toBe(pid === 7)
      expect(sent).toHaveLength(1)
    }
  })
})

/** The connection that is checked. */
const askingIn = ({ contexts }: { contexts: readonly unknown[] }) =>
  contexts.find((one) => one instanceof Socket)

/** A server that accepts connections, records their messages, and answers nothing. */
async function listener(socket?: string) {
  const heard = new Map<number, Buffer>()
  const sockets = new Set<Socket>()
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    const nth = heard.size + 1
    heard.set(nth, Buffer.alloc(0))
    sockets.add(socket.on('error', () => {}))
    socket.on('data', (data: Buffer) =>
      heard.set(nth, Buffer.concat([heard.get(nth) ?? Buffer.alloc(0), data])),
    )
  })
  await once(
    socket === undefined ? server.listen(0, '127.0.0.1') : server.listen(socket),
    'listening',
  )
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    heard,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      if (server.listening) await once(server.close(), 'close')
    },
  }
}
