import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readSettings } from '#server/platform/settings/read-settings'

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

const NONE = { HOST_PROVIDER: 'none', PAYMENT_PROVIDER: 'none', SMS_PROVIDER: 'none' }

describe('settings as a whole', () => {
  test('without any settings the demo campus runs', () => {
    const read = readSettings({})
    expect(read).toMatchObject({
      type: 'ok',
      settings: {
        port: 8080,
        dataDir: '.data',
        demo: true,
        demoStudents: 200,
        basePath: '',
        gateway: { type: 'sandbox' },
        sms: 'sandbox',
        dormHoldSeconds: 1800,
        hosts: [{ type: 'sandbox' }],
      },
    })
  })

  test('DEMO is off with DATABASE_URL unless it is requested', () => {
    const DATABASE_URL = 'postgres://localhost/campus'
    expect(readSettings({ DATABASE_URL, ...NONE })).toMatchObject({ settings: { demo: false } })
    expect(readSettings({ DATABASE_URL, DEMO: 'on' })).toMatchObject({ settings: { demo: true } })
    expect(readSettings({ DEMO: '0', ...NONE })).toMatchObject({ settings: { demo: false } })
  })

  test('a demo campus listens on this machine only, unless a host is configured', () => {
    const listenOn = (env: Record<string, string>) => {
      const read = readSettings(env)
      return read.type === 'ok' ? read.settings.listenAddress : read.sentences
    }
    expect(listenOn({})).toBe('127.0.0.1')
    expect(listenOn({ ...NONE })).toBe('127.0.0.1')
    expect(listenOn({ HOST: '0.0.0.0' })).toBe('0.0.0.0')
    expect(listenOn({ DEMO: '1' })).toBeUndefined()
    expect(listenOn({ DEMO: '0', ...NONE })).toBeUndefined()
    expect(listenOn({ DATABASE_URL: 'postgres://localhost/campus', ...NONE })).toBeUndefined()
    expect(listenOn({ HOST: '::1', DEMO: '1' })).toBe('::1')
  })

  test('a misspelled DATABASE_URL prevents the start; other misspelled settings are named', () => {
    const sentence = 'DATABSE_URL is no setting; DATABASE_URL is one, and is not set.'
    const DATABSE_URL = 'postgres://localhost/campus'
    expect(sentences({ DATABSE_URL })).toEqual([sentence])
    expect(sentences({ DATABSE_URL, DEMO: '1' })).toEqual([sentence])
    const unknownNames = {
      HOME: '/root',
      HOSTNAME: 'x',
      LC_ALL: 'C',
      NODE_ENV: 'production',
      PATH: '/bin',
      PGHOST: 'x',
      PWD: '/',
      TZ: 'x',
    }
    const read = readSettings({
      ...unknownNames,
      ...NONE,
      DATABASE_URL: 'postgres://localhost/campus',
      DATABASE_URLS: 'x',
      port: '80',
      LOGLEVEL: 'debug',
      SMS_WEBHOOK_TOKEN: 'x',
    })
    expect(read.type === 'ok' && read.notices).toEqual([
      'DATABASE_URLS is no setting and has no effect; DATABASE_URL is one.',
      'port is no setting and has no effect; PORT is one.',
      'LOGLEVEL is no setting and has no effect; LOG_LEVEL is one.',
      'SMS_WEBHOOK_TOKEN is no setting and has no effect; docs/running.md lists the settings.',
    ])
  })

  test('outside the demo no provider is simulated: each is configured or absent [D-67]', () => {
    const played = (name: string, instead: string) =>
      `${name}=sandbox is for the demo only, and what holds when nothing is set; set ${name} to ${instead}, or DEMO=1.`
    const all = [
      played('HOST_PROVIDER', 'wechat, wecom, dingtalk or none'),
      played('PAYMENT_PROVIDER', 'wechatpay or none'),
      played('SMS_PROVIDER', 'webhook or none'),
    ]
    expect(sentences({ DATABASE_URL: 'postgres://localhost/campus' })).toEqual(all)
    expect(sentences({ DEMO: '0' })).toEqual(all)
    for (const [index, name] of Object.keys(NONE).entries())
      expect(sentences({ DEMO: '0', ...NONE, [name]: 'sandbox' })).toEqual([all[index]])
    expect(sentences({ DEMO: '0', ...NONE })).toEqual([])
    expect(sentences({ ...NONE })).toEqual([])
  })

  test('the metrics port listens on this machine only unless an address is given', () => {
    const metrics = (METRICS_PORT: string) => readSettings({ METRICS_PORT })
    expect(readSettings({})).toMatchObject({ settings: { metrics: undefined } })
    expect(metrics('9464')).toMatchObject({
      settings: { metrics: { host: '127.0.0.1', port: 9464 } },
    })
    expect(metrics('0.0.0.0:9464')).toMatchObject({
      settings: { metrics: { host: '0.0.0.0', port: 9464 } },
    })
    expect(metrics('[::]:9464')).toMatchObject({
      settings: { metrics: { host: '::', port: 9464 } },
    })
    for (const wrong of ['x', '0', '70000', 'a b:9464'])
      expect(sentences({ METRICS_PORT: wrong })).toEqual([
        'METRICS_PORT must be a port such as 9464, or an address and a port such as 0.0.0.0:9464.',
      ])
  })

  test('an empty setting counts as missing', () => {
    expect(readSettings({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({
      settings: { port: 8080, databaseUrl: undefined },
    })
  })

  const mistakes: [Record<string, string>, string][] = [
    [{ PORT: 'eighty' }, 'PORT must be a whole number from 1 to 65535.'],
    [{ PORT: '70000' }, 'PORT must be a whole number from 1 to 65535.'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must begin with postgres:// or postgresql://.'],
    [{ DEMO: 'maybe' }, 'DEMO must be 1 or 0.'],
    [
      { HOST: 'campus' },
      'HOST must be an address such as 127.0.0.1, or 0.0.0.0 for all of this machine.',
    ],
    [
      { DATABASE_URL: 'postgres://campus:p@ss@db/campus', ...NONE },
      'DATABASE_URL is not understood; in its name and password write @ as %40, / as %2F, : as %3A, # as %23, ? as %3F and % as %25.',
    ],
    [
      { BASE_PATH: 'campus app' },
      'BASE_PATH must look like /campus: letters, digits, - and _ after each slash.',
    ],
    [
      { LOG_LEVEL: 'loud' },
      'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent.',
    ],
    [
      {
        SMS_PROVIDER: 'webhook',
        SMS_WEBHOOK_URL: 'http://sms.test/',
        SMS_WEBHOOK_SECRET: 'x'.repeat(16),
      },
      'SMS_WEBHOOK_URL must be an https address; http only on this machine itself.',
    ],
    [
      { SMS_PROVIDER: 'webhook' },
      'SMS_PROVIDER=webhook needs SMS_WEBHOOK_URL, SMS_WEBHOOK_SECRET.',
    ],
    [
      { DEMO: '0', ...NONE, SECOND_FACTOR: '0' },
      'SECOND_FACTOR=0 is for the demo only; remove it, or set DEMO=1.',
    ],
    [{ OIDC_ISSUER: 'https://id.test', OIDC_CLIENT_ID: 'campus' }, 'OIDC_ISSUER needs PUBLIC_URL.'],
    [
      { OIDC_ISSUER: 'http://id.test', OIDC_CLIENT_ID: 'c', PUBLIC_URL: 'https://campus.test' },
      'OIDC_ISSUER must be a whole https address such as https://host/path; http only on this machine itself.',
    ],
    [{ OIDC_CLIENT_ID: 'campus' }, 'OIDC_CLIENT_ID cannot be set without OIDC_ISSUER.'],
    [{ CAS_NUMBER_ATTRIBUTE: 'no' }, 'CAS_NUMBER_ATTRIBUTE cannot be set without CAS_URL.'],
    [
      {
        OIDC_ISSUER: 'https://id.test',
        OIDC_CLIENT_ID: 'c',
        CAS_URL: 'https://cas.test',
        PUBLIC_URL: 'https://campus.test',
      },
      'OIDC_ISSUER cannot be combined with CAS_URL: people sign in at one place.',
    ],
    [{ SECRETS_KEY: 'short' }, 'SECRETS_KEY must have at least 32 characters.'],
    [
      { HOST_PROVIDER: 'qq' },
      'HOST_PROVIDER must be none, sandbox, or some of wechat, wecom and dingtalk with commas between them.',
    ],
    [
      { HOST_PROVIDER: 'wechat', DEMO: '0' },
      'HOST_PROVIDER=wechat needs WECHAT_APP_ID, WECHAT_APP_SECRET, WECHAT_API_URL, WECHAT_AUTHORIZE_URL.',
    ],
    [
      { WECHAT_APP_SECRET: 's' },
      'WECHAT_APP_SECRET cannot be set together with HOST_PROVIDER=sandbox; set HOST_PROVIDER=wechat or remove the keys.',
    ],
    [
      { WECHATPAY_SERIAL: 's', PAYMENT_PROVIDER: 'none' },
      'WECHATPAY_SERIAL cannot be set together with PAYMENT_PROVIDER=none; set PAYMENT_PROVIDER=wechatpay or remove the keys.',
    ],
    [
      { WECHATPAY_SERIAL: 's' },
      'WECHATPAY_SERIAL cannot be set together with PAYMENT_PROVIDER=sandbox; set PAYMENT_PROVIDER=wechatpay or remove the keys.',
    ],
    [
      { HOST_PROVIDER: 'wechat', ...KEYS },
      'DEMO=1 cannot be combined with HOST_PROVIDER=wechat: the demo identities are known to everybody. Set DEMO=0.',
    ],
    [
      { DEMO: '0', ...NONE, CLOCK_OFFSET_SECONDS: '60' },
      'CLOCK_OFFSET_SECONDS is for the demo and for tests only; it needs DEMO=1.',
    ],
  ]
  for (const [env, sentence] of mistakes)
    test(`one sentence explains the invalid settings ${JSON.stringify(env)}`, () => {
      expect(sentences(env)).toEqual([sentence])
    })

  test('every mistake in the settings is explained in its own sentence', () => {
    expect(sentences({ PORT: 'x', DEMO: 'x', LOG_LEVEL: 'x' })).toHaveLength(3)
  })

  test('the sandbox and the keys of a real payment service exclude each other', () => {
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
    const real = {
      ...NONE,
      PAYMENT_PROVIDER: 'wechatpay',
      HOST_PROVIDER: 'wechat',
      DEMO: '0',
      ...KEYS,
      ...pay,
    }
    expect(readSettings(real).type).toBe('ok')
    expect(sentences({ ...real, WECHATPAY_PRIVATE_KEY_FILE: join(folder, 'none.pem') })).toEqual([
      'WECHATPAY_PRIVATE_KEY_FILE must name a readable file with a key in PEM form.',
    ])
    expect(
      sentences({ ...real, WECHATPAY_NOTIFY_URL: 'http://campus.test/payment/notify' }),
    ).toEqual(['WECHATPAY_NOTIFY_URL must be an https address that ends in /payment/notify.'])
    rmSync(folder, { recursive: true })
  })
})
