import { join } from 'node:path'
import * as v from 'valibot'
import type { MetricsAddress } from '../monitoring/metrics-port.ts'
import {
  MERCHANT_KEYS,
  PaymentEnvironment,
  type PaymentSettings,
  readKeys,
} from './payment-settings.ts'

export type { PaymentSettings } from './payment-settings.ts'

/** Where the messaging app's identities come from. */
export type HostSettings =
  | { type: 'none'; appId: '' }
  | { type: 'sandbox'; appId: string }
  | {
      type: 'wechat'
      appId: string
      appSecret: string
      apiUrl: string
      authorizeUrl: string
      pictureOrigins: readonly string[]
    }

/** Everything that can be set from outside, checked. */
export interface Settings {
  readonly port: number
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  readonly demo: boolean
  readonly demoStudents: number
  readonly schoolName: string
  /** '' or '/campus': begins with a slash and ends without one. */
  readonly basePath: string
  readonly host: HostSettings
  readonly sms: 'none' | 'sandbox'
  readonly gateway: PaymentSettings
  readonly dormHoldSeconds: number
  /** The least that is paid at once while more is owed; below 0 the amount cannot be chosen (D-57). */
  readonly lowestFeeFen: number
  readonly clockOffsetSeconds: number
  readonly logLevel: string
  /** Words in a post that give its holder a further role (D-31). */
  readonly posts: { readonly dormSupervisor: string; readonly reviewTeacher: string }
  /** How many reverse proxies stand in front; each adds one entry to X-Forwarded-For. */
  readonly proxyHops: number
  readonly freeSpaceFloorMb: number
  /** Arrivals are confirmed by a pass only, not by a bare number (D-30). */
  readonly passRequired: boolean
  /** Of one person at one process; 0 is without limit. */
  readonly requestsPerMinute: number
  /** Where a collector asks for what is counted; nowhere unless it is set. */
  readonly metrics: MetricsAddress | undefined
  /** A folder of a campus's own files that are served beside the app. */
  readonly publicDir: string
  /** The built app. */
  readonly appDir: string
}

/** The settings, or one sentence for each mistake. */
export type ReadSettings =
  | { type: 'ok'; settings: Settings }
  | { type: 'mistakes'; sentences: string[] }

/** Read the settings from environment variables; an empty variable counts as not set. */
export function readSettings(
  environment: Readonly<Record<string, string | undefined>>,
): ReadSettings {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== ''),
  )
  const parsed = v.safeParse(Environment, given)
  const sentences = [
    ...(parsed.success ? [] : parsed.issues.map((issue) => issue.message)),
    ...mixtures(given),
  ]
  if (!parsed.success || sentences.length > 0) return { type: 'mistakes', sentences }
  const env = parsed.output
  const keys = env.PAYMENT_PROVIDER === 'wechatpay' ? readKeys(env) : undefined
  if (typeof keys === 'string') return { type: 'mistakes', sentences: [keys] }
  const settings: Settings = {
    port: env.PORT,
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL,
    demo: env.DEMO ?? env.DATABASE_URL === undefined,
    demoStudents: env.DEMO_STUDENTS,
    schoolName: env.SCHOOL_NAME,
    basePath: env.BASE_PATH,
    host: hostSettings(env),
    sms: env.SMS_PROVIDER,
    gateway: keys ?? { type: env.PAYMENT_PROVIDER === 'sandbox' ? 'sandbox' : 'none' },
    dormHoldSeconds: env.DORM_HOLD_SECONDS,
    lowestFeeFen: env.LOWEST_FEE * 100,
    clockOffsetSeconds: env.CLOCK_OFFSET_SECONDS,
    logLevel: env.LOG_LEVEL,
    posts: { dormSupervisor: env.POST_DORM_SUPERVISOR, reviewTeacher: env.POST_REVIEW_TEACHER },
    proxyHops: env.PROXY_HOPS,
    freeSpaceFloorMb: env.FREE_SPACE_FLOOR_MB,
    passRequired: env.PASS_REQUIRED ?? false,
    requestsPerMinute: env.REQUESTS_PER_MINUTE,
    metrics: env.METRICS_PORT,
    publicDir: env.PUBLIC_DIR ?? join(env.DATA_DIR, 'public'),
    appDir: env.APP_DIR,
  }
  const dangers = contradictions(settings)
  return dangers.length > 0 ? { type: 'mistakes', sentences: dangers } : { type: 'ok', settings }
}

const words = (fallback: string) => v.optional(v.pipe(v.string(), v.trim()), fallback)
const number = (
  name: string,
  fallback: number,
  { min = 0, max = 2 ** 31 }: { min?: number; max?: number } = {},
) => {
  const sentence = `${name} must be a whole number from ${min} to ${max}.`
  return v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.regex(/^-?\d+$/, sentence),
      v.transform(Number),
      v.minValue(min, sentence),
      v.maxValue(max, sentence),
    ),
    String(fallback),
  )
}
const address = (name: string) =>
  v.pipe(v.string(), v.trim(), v.url(`${name} must be a whole address such as https://host/path.`))
const isYes = new Map([
  ['1', true],
  ['true', true],
  ['on', true],
  ['0', false],
  ['false', false],
  ['off', false],
])
const yesOrNo = (name: string) =>
  v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.toLowerCase(),
      v.check((value) => isYes.has(value), `${name} must be 1 or 0.`),
      v.transform((value) => isYes.get(value) === true),
    ),
  )

const METRICS =
  'METRICS_PORT must be a port such as 9464, or an address and a port such as 0.0.0.0:9464.'

const Environment = v.object({
  PORT: number('PORT', 8080, { min: 1, max: 65535 }),
  DATA_DIR: words('.data'),
  DATABASE_URL: v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.regex(/^postgres(ql)?:\/\//, 'DATABASE_URL must begin with postgres:// or postgresql://.'),
    ),
  ),
  DEMO: yesOrNo('DEMO'),
  DEMO_STUDENTS: number('DEMO_STUDENTS', 200, { max: 100_000 }),
  SCHOOL_NAME: words('示例大学'),
  BASE_PATH: v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.transform((path) => path.replace(/\/+$/, '')),
      v.regex(
        /^(\/[A-Za-z0-9_-]+)*$/,
        'BASE_PATH must look like /campus: letters, digits, - and _ after each slash.',
      ),
    ),
    '',
  ),
  HOST_PROVIDER: v.optional(
    v.picklist(['sandbox', 'wechat', 'none'], 'HOST_PROVIDER must be wechat, none or sandbox.'),
    'sandbox',
  ),
  WECHAT_APP_ID: words(''),
  WECHAT_APP_SECRET: words(''),
  WECHAT_API_URL: v.optional(address('WECHAT_API_URL')),
  WECHAT_AUTHORIZE_URL: v.optional(address('WECHAT_AUTHORIZE_URL')),
  WECHAT_PICTURE_ORIGINS: v.optional(
    v.pipe(
      v.string(),
      v.transform((list) => list.split(',').flatMap((one) => one.trim() || [])),
      v.array(
        v.pipe(
          v.string(),
          v.check(
            (one) => URL.canParse(one) && new URL(one).origin === one && one.startsWith('http'),
            'WECHAT_PICTURE_ORIGINS must be addresses such as https://host, with commas between them and without a path.',
          ),
        ),
      ),
    ),
    '',
  ),
  PAYMENT_PROVIDER: v.optional(
    v.picklist(
      ['sandbox', 'wechatpay', 'none'],
      'PAYMENT_PROVIDER must be wechatpay, none or sandbox.',
    ),
    'sandbox',
  ),
  SMS_PROVIDER: v.optional(
    v.picklist(['sandbox', 'none'], 'SMS_PROVIDER must be none or sandbox.'),
    'sandbox',
  ),
  ...PaymentEnvironment,
  DORM_HOLD_SECONDS: number('DORM_HOLD_SECONDS', 1800, { min: 1 }),
  LOWEST_FEE: number('LOWEST_FEE', 1000, { min: -1, max: 1_000_000 }),
  CLOCK_OFFSET_SECONDS: number('CLOCK_OFFSET_SECONDS', 0, { min: -(2 ** 31) }),
  LOG_LEVEL: v.optional(
    v.picklist(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent.',
    ),
    'info',
  ),
  POST_DORM_SUPERVISOR: words('宿管'),
  POST_REVIEW_TEACHER: words('审核老师'),
  PROXY_HOPS: number('PROXY_HOPS', 0, { max: 10 }),
  FREE_SPACE_FLOOR_MB: number('FREE_SPACE_FLOOR_MB', 64),
  PASS_REQUIRED: yesOrNo('PASS_REQUIRED'),
  REQUESTS_PER_MINUTE: number('REQUESTS_PER_MINUTE', 6000),
  METRICS_PORT: v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      // Nothing but this machine reaches it unless an address is named as well.
      v.regex(/^([\w.]+:|\[[\da-fA-F:]+\]:)?\d{1,5}$/, METRICS),
      v.transform((said) => ({
        host: said.replace(/:?\d+$/, '').replace(/[[\]]/g, '') || '127.0.0.1',
        port: Number(/\d+$/.exec(said)?.[0]),
      })),
      v.check(({ port }) => port >= 1 && port <= 65535, METRICS),
    ),
  ),
  PUBLIC_DIR: v.optional(v.pipe(v.string(), v.trim())),
  APP_DIR: words('dist/app'),
})
type Environment = v.InferOutput<typeof Environment>

const HOST_KEYS = [
  'WECHAT_APP_ID',
  'WECHAT_APP_SECRET',
  'WECHAT_API_URL',
  'WECHAT_AUTHORIZE_URL',
] as const

// The sandbox lets anybody be anybody: it must never stand beside real keys.
function mixtures(given: Readonly<Record<string, string | undefined>>): string[] {
  const has = (name: string) => given[name] !== undefined
  const provider = (name: string) => given[name] ?? 'sandbox'
  const sentences: string[] = []
  const pairs = [
    ['HOST_PROVIDER', 'wechat', HOST_KEYS],
    ['PAYMENT_PROVIDER', 'wechatpay', MERCHANT_KEYS],
  ] as const
  for (const [name, real, keys] of pairs) {
    const missing = keys.filter((key) => !has(key))
    const present = keys.filter(has)
    if (provider(name) === real && missing.length > 0)
      sentences.push(`${name}=${real} needs ${missing.join(', ')}.`)
    if (['sandbox', 'none'].includes(provider(name)) && present.length > 0)
      sentences.push(
        `${present.join(', ')} cannot be set together with ${name}=${provider(name)}; set ${name}=${real} or remove the keys.`,
      )
  }
  // Who pays is known by their account in the messaging app.
  if (provider('HOST_PROVIDER') !== 'wechat' && provider('PAYMENT_PROVIDER') === 'wechatpay')
    sentences.push(
      `HOST_PROVIDER=${provider('HOST_PROVIDER')} cannot be combined with PAYMENT_PROVIDER=wechatpay.`,
    )
  return sentences
}

function contradictions(settings: Settings): string[] {
  const sentences: string[] = []
  if (settings.demo && settings.host.type === 'wechat')
    sentences.push(
      'DEMO=1 cannot be combined with HOST_PROVIDER=wechat: the demo identities are known to everybody. Set DEMO=0.',
    )
  // Out of the demo the sandbox would let anybody be anybody and pay real fees with play money, by addresses that are open.
  const providers = [
    ['HOST_PROVIDER', settings.host.type, 'wechat or none'],
    ['PAYMENT_PROVIDER', settings.gateway.type, 'wechatpay or none'],
    ['SMS_PROVIDER', settings.sms, 'none'],
  ] as const
  for (const [name, value, instead] of providers)
    if (!settings.demo && value === 'sandbox')
      sentences.push(
        `${name}=sandbox is for the demo only, and what holds when nothing is set; set ${name} to ${instead}, or DEMO=1.`,
      )
  if (!settings.demo && settings.clockOffsetSeconds !== 0)
    sentences.push('CLOCK_OFFSET_SECONDS is for the demo and for tests only; it needs DEMO=1.')
  return sentences
}

function hostSettings(env: Environment): HostSettings {
  if (env.HOST_PROVIDER === 'none') return { type: 'none', appId: '' }
  if (env.HOST_PROVIDER === 'sandbox') return { type: 'sandbox', appId: 'sandbox' }
  return {
    type: 'wechat',
    appId: env.WECHAT_APP_ID,
    appSecret: env.WECHAT_APP_SECRET,
    apiUrl: env.WECHAT_API_URL ?? '',
    authorizeUrl: env.WECHAT_AUTHORIZE_URL ?? '',
    pictureOrigins: env.WECHAT_PICTURE_ORIGINS,
  }
}
