import { describe, expect, test } from 'vitest'
import { PASSING_GRADES } from '#contract/grades'
import { DEFAULT_MAX_CONNECTIONS } from '#server/platform/database/driver/pool'
import { readSettings } from '#server/platform/settings/read-settings'
import { DEFAULT_RETENTION_DAYS, RETENTION_KINDS } from '#server/platform/settings/retention'
import type { Settings } from '#server/platform/settings/settings'

const read = (env: Record<string, string | undefined>) => {
  const said = readSettings(env)
  return said.type === 'ok' ? said.settings : said.sentences
}
/** The value that one variable gives a setting, or the message that refuses it. */
const one = (name: string, key: keyof Settings, value?: string, beside = {}) => {
  const said = read({ [name]: value, ...beside })
  return Array.isArray(said) ? said[0] : (said as Settings)[key]
}
const DEMO = { DEMO: '1' }

test('a missing setting has its default', () => {
  expect(read({ NOTHING: undefined })).toEqual({
    port: 8080,
    listenAddress: '127.0.0.1',
    dataDir: '.data',
    databaseUrl: undefined,
    maxConnections: DEFAULT_MAX_CONNECTIONS,
    statementNaming: 'where-supported',
    databaseWaitSeconds: 300,
    demo: true,
    demoStudents: 200,
    samplePages: true,
    schoolName: '示例大学',
    passingGrades: PASSING_GRADES,
    basePath: '',
    hosts: [{ type: 'sandbox', appId: 'sandbox' }],
    messages: {
      push: {
        contact: 'mailto:campus@example.org',
        hosts: [
          'fcm.googleapis.com',
          'push.services.mozilla.com',
          'push.apple.com',
          'notify.windows.com',
        ],
      },
      smsPriceFen: 0,
      wechatSubscription: undefined,
      wechatTemplate: undefined,
    },
    sms: 'sandbox',
    smsWebhook: undefined,
    webhookHosts: [],
    university: undefined,
    publicUrl: undefined,
    secureCookies: false,
    secondFactor: false,
    secondFactorRoles: [
      'dorm-supervisor',
      'review-teacher',
      'administrator',
      'admissions',
      'finance',
      'dorm-office',
      'counsellor',
    ],
    secretsKey: undefined,
    gateway: { type: 'sandbox' },
    dormHoldSeconds: 1800,
    restorableDays: 35,
    firstPasswordDays: 7,
    complaintReopenDays: 14,
    lowestFeeFen: 100_000,
    invoiceUnitCode: '',
    invoicePayerCode: 'number',
    clockOffsetSeconds: 0,
    logLevel: 'info',
    postKeywords: { dormSupervisor: '宿管', reviewTeacher: '审核老师' },
    proxyHops: 0,
    freeSpaceFloorMb: 64,
    passRequired: false,
    admissionCheck: 'required',
    evaluationMinAnswers: 5,
    searchEngines: false,
    retention: DEFAULT_RETENTION_DAYS,
    requestsPerMinute: 6000,
    anonymousPerMinute: 12_000,
    metrics: undefined,
    publicDir: '.data/public',
    socket: undefined,
    stopSeconds: 30,
    filesDir: '.data/files',
    appDir: 'dist/app',
  })
  expect(
    one('DEMO', 'secondFactor', '0', {
      HOST_PROVIDER: 'none',
      PAYMENT_PROVIDER: 'none',
      SMS_PROVIDER: 'none',
    }),
  ).toBe(true)
})

test.each<[string, keyof Settings, unknown]>([
  ['DATA_DIR', 'dataDir', '/srv/campus'],
  ['SCHOOL_NAME', 'schoolName', '某大学'],
  ['PUBLIC_DIR', 'publicDir', '/srv/files'],
  ['FILES_DIR', 'filesDir', '/srv/files'],
  ['APP_DIR', 'appDir', '/srv/app'],
  ['SOCKET', 'socket', '/run/campus.sock'],
  ['DATABASE_URL', 'databaseUrl', 'postgres://localhost/campus'],
])('the value of %s is trimmed', (name, key, value) => {
  expect(one(name, key, ` ${String(value)} `, DEMO)).toBe(value)
})

test('the grades in words that count as a pass are separated by commas, Chinese or English [GRD-03]', () => {
  expect(one('PASSING_GRADES', 'passingGrades', ' 通过 ，良好, ,A ', DEMO)).toEqual([
    '通过',
    '良好',
    'A',
  ])
  expect(read({ PASSING_GRADES: '优'.repeat(21) })).toEqual([
    expect.stringContaining('PASSING_GRADES'),
  ])
})

test('a configured data folder moves the folders below it', () => {
  expect(read({ DATA_DIR: '/srv/campus' })).toMatchObject({
    publicDir: '/srv/campus/public',
    filesDir: '/srv/campus/files',
  })
})

test('posts, the sealing key and the logged events are read as configured', () => {
  expect(read({ POST_DORM_SUPERVISOR: ' 楼长 ', POST_REVIEW_TEACHER: '老师' })).toMatchObject({
    postKeywords: { dormSupervisor: '楼长', reviewTeacher: '老师' },
  })
  expect(one('SECRETS_KEY', 'secretsKey', 'k'.repeat(32))).toBe('k'.repeat(32))
  for (const level of ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    expect(one('LOG_LEVEL', 'logLevel', level)).toBe(level)
})

describe('number settings', () => {
  const MOST = 2 ** 31
  test.each<[string, keyof Settings, number, number]>([
    ['PORT', 'port', 1, 65_535],
    ['DATABASE_CONNECTIONS', 'maxConnections', 1, 500],
    ['DATABASE_WAIT_SECONDS', 'databaseWaitSeconds', 0, 86_400],
    ['DEMO_STUDENTS', 'demoStudents', 0, 100_000],
    ['FIRST_PASSWORD_DAYS', 'firstPasswordDays', 1, 90],
    ['COMPLAINT_REOPEN_DAYS', 'complaintReopenDays', 0, 365],
    ['DORM_HOLD_SECONDS', 'dormHoldSeconds', 1, MOST],
    ['RESTORABLE_DAYS', 'restorableDays', 35, 3650],
    ['EVALUATION_MIN_ANSWERS', 'evaluationMinAnswers', 3, 1000],
    ['CLOCK_OFFSET_SECONDS', 'clockOffsetSeconds', -MOST, MOST],
    ['PROXY_HOPS', 'proxyHops', 0, 10],
    ['FREE_SPACE_FLOOR_MB', 'freeSpaceFloorMb', 0, MOST],
    ['REQUESTS_PER_MINUTE', 'requestsPerMinute', 0, MOST],
    ['ANONYMOUS_PER_MINUTE', 'anonymousPerMinute', 0, MOST],
    ['STOP_SECONDS', 'stopSeconds', 0, 3600],
  ])('%s is an integer within its bounds', (name, key, min, max) => {
    const sentence = `${name} must be a whole number from ${min} to ${max}.`
    expect([one(name, key, ` ${min} `), one(name, key, String(max))]).toEqual([min, max])
    for (const wrong of [min - 1, max + 1, '1.5', '1e3', 'x1', '1x', '--1', '0x10'])
      expect([wrong, one(name, key, String(wrong))]).toEqual([wrong, sentence])
  })

  test('LOWEST_FEE is in yuan, and a negative value disables partial payment [D-57]', () => {
    expect(one('LOWEST_FEE', 'lowestFeeFen', '12')).toBe(1200)
    expect(one('LOWEST_FEE', 'lowestFeeFen', '-1')).toBe(-100)
    expect(one('LOWEST_FEE', 'lowestFeeFen', '-2')).toMatch(/^LOWEST_FEE must be/)
    expect(one('LOWEST_FEE', 'lowestFeeFen', '1000001')).toMatch(/^LOWEST_FEE must be/)
  })
})

describe('boolean settings', () => {
  test.each<[string, keyof Settings, unknown, unknown]>([
    ['SECOND_FACTOR', 'secondFactor', true, false],
    ['PASS_REQUIRED', 'passRequired', true, false],
    ['SAMPLE_PAGES', 'samplePages', true, false],
    ['PREPARED_STATEMENTS', 'statementNaming', 'always', 'never'],
  ])('%s accepts several spellings of yes and no', (name, key, yes, no) => {
    for (const word of ['1', 'true', 'ON ', 'True']) expect(one(name, key, word)).toBe(yes)
    for (const word of ['0', 'false', ' off', 'FALSE']) expect(one(name, key, word)).toBe(no)
    for (const word of ['2', 'yes', '10'])
      expect(one(name, key, word)).toBe(`${name} must be 1 or 0.`)
  })
})

test.each([
  ['/campus', '/campus'],
  [' /a_b/C-9// ', '/a_b/C-9'],
  ['/', ''],
])('BASE_PATH %s puts the app at %s', (said, path) => {
  expect(one('BASE_PATH', 'basePath', said)).toBe(path)
})
test.each(['campus', '/a//b', '/a.b', '/a b', 'x/a', '/ä'])('BASE_PATH %s is refused', (said) => {
  expect(one('BASE_PATH', 'basePath', said)).toMatch(/^BASE_PATH must look like/)
})

test.each(['localhost', '10.0.0.1', '::', '0.0.0.0'])('the listening host can be %s', (host) => {
  expect(one('HOST', 'listenAddress', ` ${host} `)).toBe(host)
})

test.each<[string, string, number]>([
  [' 1 ', '127.0.0.1', 1],
  ['65535', '127.0.0.1', 65_535],
  ['metrics.test:80', 'metrics.test', 80],
  ['[fe80::1A]:9464', 'fe80::1A', 9464],
])('the metrics listener can be %s', (said, host, port) => {
  expect(one('METRICS_PORT', 'metrics', said)).toEqual({ host, port })
})
test.each([
  '65536',
  '123456',
  '1:2:3',
  '[::1]',
  'a:',
  ':80',
  'x[::]:80',
  '80x',
  'fe80::1:80',
  '[]:80',
])('the metrics listener is refused: %s', (said) => {
  expect(one('METRICS_PORT', 'metrics', said)).toMatch(/^METRICS_PORT must be/)
})

describe('retention settings', () => {
  test('a retention period is set for each kind of data, and other kinds keep their defaults', () => {
    expect(one('RETENTION', 'retention', ' travel = 180 ,family=0, , form-history=99999')).toEqual({
      ...DEFAULT_RETENTION_DAYS,
      travel: 180,
      family: 0,
      'form-history': 99_999,
    })
    expect(RETENTION_KINDS).toEqual(Object.keys(DEFAULT_RETENTION_DAYS))
  })

  test.each([
    'travel',
    'travel=',
    'travel=x',
    'travel=1x',
    'x travel=1',
    'travel=100000',
    'travel=-1',
    'travels=1',
    'constructor=1',
    'travel=1;family=2',
    '=1',
  ])('a retention setting is refused: %s', (said) => {
    expect(one('RETENTION', 'retention', said)).toBe(
      `RETENTION must be days by kind such as travel=180,family=0; the kinds are ${RETENTION_KINDS.join(', ')}.`,
    )
  })
})

describe('misspelled settings', () => {
  const notices = (...names: string[]) => {
    const said = readSettings(Object.fromEntries(names.map((name) => [name, 'x'])))
    return said.type === 'ok' ? said.notices : said.sentences
  }
  const meant = (name: string, setting: string) => [
    `${name} is no setting and has no effect; ${setting} is one.`,
  ]

  test('a misspelled setting is named with the intended one; a longer name can differ in more letters', () => {
    // Names of four letters must match exactly, names of five to seven letters can differ in one,
    // and longer names in two.
    expect([notices('POST'), notices('demo')]).toEqual([[], meant('demo', 'DEMO')])
    expect([notices('SOCKETX'), notices('SOCKTXX')]).toEqual([meant('SOCKETX', 'SOCKET'), []])
    expect([notices('APPDIR'), notices('APDIR')]).toEqual([meant('APPDIR', 'APP_DIR'), []])
    expect(notices('DATADIRS')).toEqual(meant('DATADIRS', 'DATA_DIR'))
    expect(notices('DATADIRSS')).toEqual([])
  })

  test('a misspelled setting is recognized only if it has the prefix of our settings', () => {
    const of = (name: string) => [
      `${name} is no setting and has no effect; docs/running.md lists the settings.`,
    ]
    for (const name of [
      'WECHAT_OTHER',
      'WECHATPAY_OTHER',
      'OIDC_OTHER',
      'CAS_OTHER',
      'SMS_OTHER',
      'DORM_OTHER',
      'DEMO_OTHER',
      'RETENTION_OTHER',
    ])
      expect(notices(name)).toEqual(of(name))
    expect(notices('MY_SMS_GATE', 'SMSX')).toEqual([])
  })

  test('a misspelled database setting does not silently start a private database', () => {
    expect(notices('DATABASE_URI')).toEqual([
      'DATABASE_URI is no setting; DATABASE_URL is one, and is not set.',
    ])
    expect(notices('SOCKETS')).toEqual(meant('SOCKETS', 'SOCKET'))
  })
})
