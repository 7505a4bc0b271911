import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readSettings } from '#server/platform/settings'

const sentences = (env: Record<string, string>) => {
  const read = readSettings(env)
  return read.type === 'mistakes' ? read.sentences : []
}
const KEYS = {
  WECHAT_APP_ID: 'wx1',
  WECHAT_APP_SECRET: 's',
  WECHAT_API_URL: 'https://api.test',
  WECHAT_AUTHORIZE_URL: 'https://open.test/a',
}

describe('settings', () => {
  test('without any, the demo stands', () => {
    const read = readSettings({})
    expect(read).toMatchObject({
      type: 'ok',
      settings: {
        port: 8080,
        dataDir: '.data',
        demo: true,
        demoStudents: 200,
        basePath: '',
        payment: 'sandbox',
        dormHoldSeconds: 1800,
        host: { type: 'sandbox' },
      },
    })
  })

  test('DEMO is off beside DATABASE_URL unless it is asked for', () => {
    const DATABASE_URL = 'postgres://localhost/campus'
    expect(readSettings({ DATABASE_URL })).toMatchObject({ settings: { demo: false } })
    expect(readSettings({ DATABASE_URL, DEMO: 'on' })).toMatchObject({ settings: { demo: true } })
    expect(readSettings({ DEMO: '0' })).toMatchObject({ settings: { demo: false } })
  })

  test('an empty setting is no setting', () => {
    expect(readSettings({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({ settings: { port: 8080, databaseUrl: undefined } })
  })

  const mistakes: [Record<string, string>, string][] = [
    [{ PORT: 'eighty' }, 'PORT must be a whole number from 1 to 65535.'],
    [{ PORT: '70000' }, 'PORT must be a whole number from 1 to 65535.'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must begin with postgres:// or postgresql://.'],
    [{ DEMO: 'maybe' }, 'DEMO must be 1 or 0.'],
    [{ BASE_PATH: 'campus app' }, 'BASE_PATH must look like /campus: letters, digits, - and _ after each slash.'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent.'],
    [{ HOST_PROVIDER: 'qq' }, 'HOST_PROVIDER must be sandbox or wechat.'],
    [
      { HOST_PROVIDER: 'wechat', DEMO: '0' },
      'HOST_PROVIDER=wechat needs WECHAT_APP_ID, WECHAT_APP_SECRET, WECHAT_API_URL, WECHAT_AUTHORIZE_URL.',
    ],
    [
      { WECHAT_APP_SECRET: 's' },
      'WECHAT_APP_SECRET cannot be set together with HOST_PROVIDER=sandbox; set HOST_PROVIDER=wechat or remove the keys.',
    ],
    [
      { WECHATPAY_SERIAL: 's' },
      'WECHATPAY_SERIAL cannot be set together with PAYMENT_PROVIDER=sandbox; set PAYMENT_PROVIDER=wechatpay or remove the keys.',
    ],
    [
      { HOST_PROVIDER: 'wechat', ...KEYS },
      'DEMO=1 cannot be combined with HOST_PROVIDER=wechat: the demo identities are known to everybody. Set DEMO=0.',
    ],
    [{ DEMO: '0', CLOCK_OFFSET_SECONDS: '60' }, 'CLOCK_OFFSET_SECONDS is for the demo and for tests only; it needs DEMO=1.'],
  ]
  for (const [env, sentence] of mistakes)
    test(`one sentence for ${JSON.stringify(env)}`, () => {
      expect(sentences(env)).toEqual([sentence])
    })

  test('every mistake gets its sentence', () => {
    expect(sentences({ PORT: 'x', DEMO: 'x', LOG_LEVEL: 'x' })).toHaveLength(3)
  })

  test('the sandbox and real payment keys never stand together', () => {
    const folder = mkdtempSync(join(tmpdir(), 'baodao-keys-'))
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    writeFileSync(join(folder, 'own.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }))
    writeFileSync(join(folder, 'theirs.pem'), publicKey.export({ type: 'spki', format: 'pem' }))
    const pay = {
      WECHATPAY_MERCHANT_ID: 'm',
      WECHATPAY_SERIAL: 's',
      WECHATPAY_PRIVATE_KEY_FILE: join(folder, 'own.pem'),
      WECHATPAY_API_KEY: 'k'.repeat(32),
      WECHATPAY_PLATFORM_SERIAL: 'p',
      WECHATPAY_PLATFORM_KEY_FILE: join(folder, 'theirs.pem'),
      WECHATPAY_API_URL: 'https://pay.test/',
      WECHATPAY_NOTIFY_URL: 'https://campus.test/payment/notify',
    }
    expect(sentences({ PAYMENT_PROVIDER: 'wechatpay', ...pay })).toEqual([
      'HOST_PROVIDER=sandbox cannot be combined with PAYMENT_PROVIDER=wechatpay.',
    ])
    const real = { PAYMENT_PROVIDER: 'wechatpay', HOST_PROVIDER: 'wechat', DEMO: '0', ...KEYS, ...pay }
    expect(readSettings(real).type).toBe('ok')
    expect(sentences({ ...real, WECHATPAY_PRIVATE_KEY_FILE: join(folder, 'none.pem') })).toEqual([
      'WECHATPAY_PRIVATE_KEY_FILE must name a readable file with a key in PEM form.',
    ])
    expect(sentences({ ...real, WECHATPAY_NOTIFY_URL: 'http://campus.test/payment/notify' })).toEqual([
      'WECHATPAY_NOTIFY_URL must be an https address that ends in /payment/notify.',
    ])
    rmSync(folder, { recursive: true })
  })
})
