import { join } from 'node:path'
import * as v from 'valibot'
import type { StaffRole } from '#contract/roles'
import type { StatementNaming } from '../database/driver/prepared-statement.ts'
import type { MetricsAddress } from '../monitoring/metrics-port.ts'
import type { SmsWebhook } from '../sms/delivery-worker.ts'
import { Environment } from './environment.ts'
import { findMisspelledSettings, misspelledSettingSentence } from './misspelled-settings.ts'
import { type PaymentSettings, readPaymentKeys } from './payment-settings.ts'
import type { RetentionDays } from './retention.ts'
import { findContradictions, findProviderMistakes } from './settings-conflicts.ts'
import {
  type UniversitySettings,
  findUniversityMistakes,
  toUniversitySettings,
} from './university-settings.ts'

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
  /** The address of this machine that it listens on; undefined: all of them. */
  readonly listenAddress: string | undefined
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  /** How many connections to the database this process takes at most. */
  readonly maxConnections: number
  readonly statementNaming: StatementNaming
  /** How long a start waits for a database that is not there yet. */
  readonly databaseWaitSeconds: number
  readonly demo: boolean
  readonly demoStudents: number
  /** Are the pages with made-up content shown (D-100)? */
  readonly samplePages: boolean
  readonly schoolName: string
  /** The scores in words that are a pass. */
  readonly passingGrades: readonly string[]
  /** '' or '/campus': begins with a slash and ends without one. */
  readonly basePath: string
  readonly host: HostSettings
  readonly sms: 'none' | 'sandbox' | 'webhook'
  /** The campus's own service for texts. */
  readonly smsWebhook: SmsWebhook | undefined
  /** Where people sign in at the university, if anywhere. */
  readonly university: UniversitySettings | undefined
  /** The whole address that people open, where it is set. */
  readonly publicUrl: string | undefined
  /** Are cookies sent over TLS only? By the address that people open, never by a header. */
  readonly secureCookies: boolean
  /** Must those roles show a second factor? Whoever has one must anyway. */
  readonly secondFactor: boolean
  /** The roles whose work waits for a second factor. */
  readonly secondFactorRoles: readonly StaffRole[]
  /** What secrets at rest are encrypted with; undefined: a file of DATA_DIR. */
  readonly secretsKey: string | undefined
  readonly gateway: PaymentSettings
  readonly dormHoldSeconds: number
  /** How far back this campus may be brought, days: phones keep their receipts for as long. */
  readonly restorableDays: number
  /** How many days after it was closed its author may reopen a complaint; 0: never. */
  readonly complaintReopenDays: number
  /**
   * The least that is paid at once while more is owed; below 0 the amount cannot be chosen (D-57).
   */
  readonly lowestFeeFen: number
  readonly clockOffsetSeconds: number
  readonly logLevel: string
  /** Words in a post that give its holder a further role (D-31). */
  readonly postKeywords: { readonly dormSupervisor: string; readonly reviewTeacher: string }
  /** How many reverse proxies stand in front; each adds one entry to X-Forwarded-For. */
  readonly proxyHops: number
  readonly freeSpaceFloorMb: number
  /** Arrivals are confirmed by a pass only, not by a bare number (D-30). */
  readonly passRequired: boolean
  /** Public notices and fee standards may be found by search engines. */
  readonly searchEngines: boolean
  /** Results of the teaching evaluation are shown from so many answers on. */
  readonly evaluationMinAnswers: number
  /** After how many days what is old is deleted, by kind. */
  readonly retention: RetentionDays
  /** Of one person at one process; 0 is without limit. */
  readonly requestsPerMinute: number
  /** Of one address without a sign-in at one process; 0 is without limit. */
  readonly anonymousPerMinute: number
  /** Where a collector asks for what is counted; nowhere unless it is set. */
  readonly metrics: MetricsAddress | undefined
  /** A folder of a campus's own files that are served beside the app. */
  readonly publicDir: string
  /** A path where it listens too, for a proxy on this machine. */
  readonly socket: string | undefined
  /** Told to stop, how long what has begun may take. */
  readonly stopSeconds: number
  /** The hashed files of this release and of others, for every process and the proxy. */
  readonly filesDir: string
  /** The built app. */
  readonly appDir: string
}

/** The settings and what somebody should hear of them, or one sentence for each mistake. */
export type SettingsResult =
  | { type: 'ok'; settings: Settings; notices: string[] }
  | { type: 'mistakes'; sentences: string[] }

/** Read the settings from environment variables; an empty variable counts as not set. */
export function readSettings(
  environment: Readonly<Record<string, string | undefined>>,
): SettingsResult {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== ''),
  )
  const parsed = v.safeParse(Environment, given)
  const misses = findMisspelledSettings(given, Object.keys(Environment.entries))
  const sentences = [
    ...(parsed.success ? [] : parsed.issues.map((issue) => issue.message)),
    ...findProviderMistakes(given),
    ...findUniversityMistakes(given),
    // Without its database a campus would be served a demo instead.
    ...misses
      .filter(
        ({ suggestion }) => suggestion === 'DATABASE_URL' && given['DATABASE_URL'] === undefined,
      )
      .map(({ name }) => `${name} is no setting; DATABASE_URL is one, and is not set.`),
  ]
  if (!parsed.success || sentences.length > 0) return { type: 'mistakes', sentences }
  const env = parsed.output
  const keys = env.PAYMENT_PROVIDER === 'wechatpay' ? readPaymentKeys(env) : undefined
  if (typeof keys === 'string') return { type: 'mistakes', sentences: [keys] }
  const demo = env.DEMO ?? env.DATABASE_URL === undefined
  const settings: Settings = {
    port: env.PORT,
    listenAddress: env.HOST ?? (isUnrequestedDemo(env) ? '127.0.0.1' : undefined),
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL,
    maxConnections: env.DATABASE_CONNECTIONS,
    statementNaming: statementNamingOf(env.PREPARED_STATEMENTS),
    databaseWaitSeconds: env.DATABASE_WAIT_SECONDS,
    demo,
    demoStudents: env.DEMO_STUDENTS,
    samplePages: env.SAMPLE_PAGES ?? demo,
    schoolName: env.SCHOOL_NAME,
    passingGrades: env.PASSING_GRADES,
    basePath: env.BASE_PATH,
    host: hostSettings(env),
    sms: env.SMS_PROVIDER,
    smsWebhook: webhookSettings(env),
    university: toUniversitySettings(env),
    publicUrl: env.PUBLIC_URL,
    secureCookies: env.PUBLIC_URL === undefined ? !demo : env.PUBLIC_URL.startsWith('https:'),
    secondFactor: env.SECOND_FACTOR ?? !demo,
    secondFactorRoles: env.SECOND_FACTOR_ROLES,
    secretsKey: env.SECRETS_KEY,
    gateway: keys ?? { type: env.PAYMENT_PROVIDER === 'sandbox' ? 'sandbox' : 'none' },
    dormHoldSeconds: env.DORM_HOLD_SECONDS,
    restorableDays: env.RESTORABLE_DAYS,
    complaintReopenDays: env.COMPLAINT_REOPEN_DAYS,
    lowestFeeFen: env.LOWEST_FEE * 100,
    clockOffsetSeconds: env.CLOCK_OFFSET_SECONDS,
    logLevel: env.LOG_LEVEL,
    postKeywords: {
      dormSupervisor: env.POST_DORM_SUPERVISOR,
      reviewTeacher: env.POST_REVIEW_TEACHER,
    },
    proxyHops: env.PROXY_HOPS,
    freeSpaceFloorMb: env.FREE_SPACE_FLOOR_MB,
    passRequired: env.PASS_REQUIRED ?? false,
    searchEngines: env.SEARCH_ENGINES ?? false,
    evaluationMinAnswers: env.EVALUATION_MIN_ANSWERS,
    retention: env.RETENTION,
    requestsPerMinute: env.REQUESTS_PER_MINUTE,
    anonymousPerMinute: env.ANONYMOUS_PER_MINUTE,
    metrics: env.METRICS_PORT,
    publicDir: env.PUBLIC_DIR ?? join(env.DATA_DIR, 'public'),
    socket: env.SOCKET,
    stopSeconds: env.STOP_SECONDS,
    filesDir: env.FILES_DIR ?? join(env.DATA_DIR, 'files'),
    appDir: env.APP_DIR,
  }
  const dangers = findContradictions(settings)
  return dangers.length > 0
    ? { type: 'mistakes', sentences: dangers }
    : { type: 'ok', settings, notices: misses.map(misspelledSettingSentence) }
}

// A demo that nobody asked for: everybody knows its identities, so nobody else is let in.
const isUnrequestedDemo = ({ DEMO, DATABASE_URL }: Environment) =>
  DEMO === undefined && DATABASE_URL === undefined

const webhookSettings = (env: Environment): SmsWebhook | undefined =>
  env.SMS_WEBHOOK_URL === undefined || env.SMS_WEBHOOK_SECRET === undefined
    ? undefined
    : { url: env.SMS_WEBHOOK_URL, secret: env.SMS_WEBHOOK_SECRET }

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

const statementNamingOf = (said: boolean | undefined): StatementNaming =>
  said === undefined ? 'where kept' : said ? 'always' : 'never'
