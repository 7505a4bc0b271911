import { join } from 'node:path'
import * as v from 'valibot'
import type { StatementNaming } from '../database/driver/prepared-statement.ts'
import { Environment } from './environment.ts'
import { findMessageSettingMistakes, toMessageSettings } from './message-settings.ts'
import { findMisspelledSettings, misspelledSettingSentence } from './misspelled-settings.ts'
import { readPaymentKeys } from './payment-settings.ts'
import { findContradictorySettings, findProviderSettingMistakes } from './settings-conflicts.ts'
import type { MessagingAppSettings, Settings, SmsWebhook } from './settings.ts'
import { findUniversitySettingMistakes, toUniversitySettings } from './university-settings.ts'

/** The settings with notices for the operator; or, if there are mistakes, a sentence for each. */
export type SettingsResult =
  | { type: 'ok'; settings: Settings; notices: string[] }
  | { type: 'mistakes'; sentences: string[] }

/** Reads the settings from environment variables; an empty variable counts as unset. */
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
    ...findProviderSettingMistakes(given),
    ...findUniversitySettingMistakes(given),
    ...findMessageSettingMistakes(given),
    // Misspelled variables are errors here, because with a misspelled DATABASE_URL the demo would
    // start instead of the campus.
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
    hosts: env.HOST_PROVIDER.flatMap((name) => hostSettings(env, name) ?? []),
    sms: env.SMS_PROVIDER,
    smsWebhook: webhookSettings(env),
    messages: toMessageSettings(env, { publicUrl: env.PUBLIC_URL, demo }),
    university: toUniversitySettings(env),
    publicUrl: env.PUBLIC_URL,
    secureCookies: env.PUBLIC_URL === undefined ? !demo : env.PUBLIC_URL.startsWith('https:'),
    secondFactor: env.SECOND_FACTOR ?? !demo,
    secondFactorRoles: env.SECOND_FACTOR_ROLES,
    secretsKey: env.SECRETS_KEY,
    gateway: keys ?? { type: env.PAYMENT_PROVIDER === 'sandbox' ? 'sandbox' : 'none' },
    dormHoldSeconds: env.DORM_HOLD_SECONDS,
    restorableDays: env.RESTORABLE_DAYS,
    firstPasswordDays: env.FIRST_PASSWORD_DAYS,
    complaintReopenDays: env.COMPLAINT_REOPEN_DAYS,
    webhookHosts: env.WEBHOOK_HOSTS,
    lowestFeeFen: env.LOWEST_FEE * 100,
    invoiceUnitCode: env.INVOICE_UNIT_CODE,
    invoicePayerCode: env.INVOICE_PAYER_CODE,
    clockOffsetSeconds: env.CLOCK_OFFSET_SECONDS,
    logLevel: env.LOG_LEVEL,
    postKeywords: {
      dormSupervisor: env.POST_DORM_SUPERVISOR,
      reviewTeacher: env.POST_REVIEW_TEACHER,
    },
    proxyHops: env.PROXY_HOPS,
    freeSpaceFloorMb: env.FREE_SPACE_FLOOR_MB,
    passRequired: env.PASS_REQUIRED ?? false,
    admissionCheck: env.ADMISSION_CHECK,
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
  const dangers = findContradictorySettings(settings)
  return dangers.length > 0
    ? { type: 'mistakes', sentences: dangers }
    : { type: 'ok', settings, notices: misses.map(misspelledSettingSentence) }
}

// Whether the demo runs without having been requested. It then listens on this machine only,
// because its identities are public.
const isUnrequestedDemo = ({ DEMO, DATABASE_URL }: Environment) =>
  DEMO === undefined && DATABASE_URL === undefined

const webhookSettings = (env: Environment): SmsWebhook | undefined =>
  env.SMS_WEBHOOK_URL === undefined || env.SMS_WEBHOOK_SECRET === undefined
    ? undefined
    : { url: env.SMS_WEBHOOK_URL, secret: env.SMS_WEBHOOK_SECRET }

function hostSettings(env: Environment, name: string): MessagingAppSettings | undefined {
  switch (name) {
    case 'sandbox':
      return { type: 'sandbox', appId: 'sandbox' }
    case 'wechat':
      return {
        type: 'wechat',
        appId: env.WECHAT_APP_ID,
        appSecret: env.WECHAT_APP_SECRET,
        apiUrl: env.WECHAT_API_URL ?? '',
        authorizeUrl: env.WECHAT_AUTHORIZE_URL ?? '',
        pictureOrigins: env.WECHAT_PICTURE_ORIGINS,
      }
    case 'wecom':
      return {
        type: 'wecom',
        corpId: env.WECOM_CORP_ID,
        agentId: env.WECOM_AGENT_ID,
        secret: env.WECOM_SECRET,
        apiUrl: env.WECOM_API_URL ?? '',
        authorizeUrl: env.WECOM_AUTHORIZE_URL ?? '',
      }
    case 'dingtalk':
      return {
        type: 'dingtalk',
        corpId: env.DINGTALK_CORP_ID,
        agentId: env.DINGTALK_AGENT_ID,
        clientId: env.DINGTALK_CLIENT_ID,
        clientSecret: env.DINGTALK_CLIENT_SECRET,
        apiUrl: env.DINGTALK_API_URL ?? '',
      }
    default:
      return undefined
  }
}

const statementNamingOf = (said: boolean | undefined): StatementNaming =>
  said === undefined ? 'where-supported' : said ? 'always' : 'never'
