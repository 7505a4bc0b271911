import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rootCertificates } from 'node:tls'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { readTlsSettings } from '#server/platform/database/driver/database-tls'
import { checkTlsSupport } from '#server/platform/database/driver/tls-support'
import { classifyDatabaseError } from '#server/platform/database/errors'
import { findFreePort } from '../../../support/backend/free-port.ts'

const folder = mkdtempSync(join(tmpdir(), 'baodao-encryption-'))
afterAll(() => rmSync(folder, { recursive: true }))
const CERTIFICATE = rootCertificates[0] ?? ''
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const KEY = String(privateKey.export({ type: 'pkcs8', format: 'pem' }))
const file = (name: string, text: string) => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}
const [root, cert, key, bad] = [
  file('root.crt', CERTIFICATE),
  file('own.crt', CERTIFICATE),
  file('own.key', KEY),
  file('bad.crt', 'no certificate'),
]

/** The parsed options, and whether a server of any name is accepted. */
const read = (said: Parameters<typeof readTlsSettings>[0]) => {
  // The home folder has no certificates until a test adds some.
  const tls = readTlsSettings(said, join(folder, 'home'))
  if (typeof tls === 'string') return tls
  const { checkServerIdentity, ...options } = tls.options
  const anybody = checkServerIdentity !== undefined || options.rejectUnauthorized === false
  expect(checkServerIdentity?.('h', {} as never)).toBeUndefined()
  return { ...tls, options, anybody }
}
const UNCHECKED = { options: { rejectUnauthorized: false }, anybody: true, direct: false }

describe('encryption of a database connection', () => {
  test('sslmode decides whether a connection is encrypted and which certificate is trusted', () => {
    expect(read({})).toEqual({ ...UNCHECKED, requirement: 'preferred' })
    expect(read({ sslmode: 'prefer' })).toEqual({ ...UNCHECKED, requirement: 'preferred' })
    expect(read({ sslmode: 'disable', sslcert: bad })).toEqual({
      requirement: 'disabled',
      options: {},
      direct: false,
      anybody: false,
    })
    for (const said of [{ ssl: 'true' }, { sslmode: 'require' }, { sslmode: 'no-verify' }] as const)
      expect(read(said)).toEqual({ ...UNCHECKED, requirement: 'required' })
    expect(read({ sslmode: 'verify-full' })).toEqual({
      requirement: 'required',
      options: {},
      direct: false,
      anybody: false,
    })
  })

  test('sslmode=require with a root certificate trusts that certificate, whichever server presents it', () => {
    const believed = { options: { ca: CERTIFICATE }, requirement: 'required', direct: false }
    for (const sslmode of ['require', 'verify-ca'])
      expect(read({ sslmode, sslrootcert: root })).toEqual({ ...believed, anybody: true })
    expect(read({ sslmode: 'verify-full', sslrootcert: root })).toEqual({
      ...believed,
      anybody: false,
    })
    // Both options trust every server.
    expect(read({ sslmode: 'no-verify', sslrootcert: root })).toEqual({
      ...UNCHECKED,
      requirement: 'required',
    })
    expect(read({ sslrootcert: root })).toEqual({ ...UNCHECKED, requirement: 'preferred' })
  })

  test('the root certificate in the home folder is trusted if no other is configured', () => {
    mkdirSync(join(folder, 'home/.postgresql'), { recursive: true })
    onTestFinished(() => rmSync(join(folder, 'home'), { recursive: true }))
    writeFileSync(join(folder, 'home/.postgresql/root.crt'), CERTIFICATE)
    expect(read({ sslmode: 'verify-ca' })).toMatchObject({ options: { ca: CERTIFICATE } })
    expect(read({ sslmode: 'verify-full', sslrootcert: 'system' })).toMatchObject({ options: {} })
    expect(read({ sslmode: 'verify-full', sslrootcert: bad })).toBe(NO_PEM('sslrootcert'))
  })

  test('encryption starts directly if sslnegotiation requires it', () => {
    const direct = { sslnegotiation: 'direct' } as const
    for (const sslmode of ['require', 'verify-full', 'no-verify'])
      expect(read({ ...direct, sslmode })).toMatchObject({ direct: true })
    expect(read({ ...direct, sslmode: 'verify-ca', sslrootcert: root })).toMatchObject({
      direct: true,
    })
    for (const said of [direct, { ...direct, sslmode: 'prefer' }])
      expect(read(said)).toBe(
        'DATABASE_URL: sslnegotiation=direct needs sslmode=require, verify-ca or verify-full.',
      )
    expect(read({ ...direct, sslmode: 'disable' })).toMatchObject({ direct: false })
    expect(read({ sslnegotiation: 'postgres' })).toMatchObject({ direct: false })
  })

  test('a client certificate is loaded together with its key', () => {
    const own = { cert: CERTIFICATE, key: KEY }
    for (const sslmode of ['prefer', 'require', 'verify-full'])
      expect(read({ sslmode, sslcert: cert, sslkey: key })).toMatchObject({ options: own })
    expect(read({ sslmode: 'verify-ca', sslrootcert: root, sslcert: cert, sslkey: key })).toEqual(
      expect.objectContaining({ options: { ...own, ca: CERTIFICATE } }),
    )
    const alone = 'DATABASE_URL: sslcert and sslkey are set together or not at all.'
    expect([read({ sslcert: cert }), read({ sslkey: key })]).toEqual([alone, alone])
    expect(read({ sslcert: bad, sslkey: key })).toBe(NO_PEM('sslcert'))
    expect(read({ sslcert: cert, sslkey: bad })).toBe(NO_PEM('sslkey'))
    expect(read({ sslcert: cert, sslkey: join(folder, 'none') })).toBe(NO_PEM('sslkey'))
  })

  test('an impossible combination of settings is explained in one sentence', () => {
    for (const sslmode of ['require', 'prefer', 'verify-ca'])
      expect(read({ sslmode, sslrootcert: 'system' })).toBe(
        'DATABASE_URL: sslrootcert=system needs sslmode=verify-full.',
      )
    expect(read({ sslmode: 'verify-ca' })).toContain('sslmode=verify-ca needs sslrootcert')
  })
})
const NO_PEM = (name: string) => `DATABASE_URL: ${name} must name a readable file in PEM form.`

describe('checking whether a database offers encryption', () => {
  /** A server that calls `answer` for each connection, and the bytes that it received. */
  async function server(answer: (near: Socket) => void) {
    const heard: Buffer[] = []
    const open = new Set<Socket>()
    const listening = createServer((near) => {
      open.add(near.on('error', () => {}))
      near.on('data', (data: Buffer) => {
        heard.push(data)
        answer(near)
      })
    })
    await once(listening.listen(0, '127.0.0.1'), 'listening')
    onTestFinished(() => {
      open.forEach((near) => near.destroy())
      listening.close()
    })
    const address = listening.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    return { heard, open, place: { host: '127.0.0.1', port } }
  }
  const PATIENT_MS = 600_000

  test.each([
    ['S', true],
    ['N', false],
    ['E: ALAS', false],
  ])('the server’s answer to SSLRequest is understood: %s', async (says, offers) => {
    const { heard, open, place } = await server((near) => near.write(says))
    expect(await checkTlsSupport(place, PATIENT_MS)).toBe(offers)
    expect(heard).toEqual([Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])])
    // The client has closed its connection.
    await expect.poll(() => [...open].every((near) => near.destroyed)).toBe(true)
  })

  test('whether a server offers encryption is unknown if it hangs up, is unreachable, or is silent until the timeout', async () => {
    const failureOf = (place: { host: string; port: number }, ms = PATIENT_MS) =>
      checkTlsSupport(place, ms).catch((error: unknown) => error)
    const rude = await server((near) => near.destroy())
    const polite = await server((near) => near.end())
    const silent = await server(() => {})
    const faults = [
      await failureOf(rude.place),
      await failureOf(polite.place),
      await failureOf({ host: '127.0.0.1', port: await findFreePort() }),
      await failureOf(silent.place, 20),
    ]
    expect(faults).toMatchObject([
      { code: 'ECONNRESET' },
      { code: 'ECONNRESET' },
      { code: 'ECONNREFUSED' },
      { code: 'ETIMEDOUT' },
    ])
    expect(faults.map(classifyDatabaseError)).toEqual([
      'unavailable',
      'unavailable',
      'unavailable',
      'unavailable',
    ])
    await expect.poll(() => [...silent.open].every((near) => near.destroyed)).toBe(true)
  })

  test('the check for encryption ends once the answer is known', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const { place } = await server((near) => near.end('N'))
    await checkTlsSupport(place, PATIENT_MS)
    await expect.poll(() => vi.getTimerCount(), { interval: 0 }).toBe(0)
  })
})
