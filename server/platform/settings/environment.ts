import { isIP } from 'node:net'
import * as v from 'valibot'
import { PASSING_GRADES } from '#contract/grades'
import { RESTORABLE_DAYS } from '#contract/restore-window'
import { ROLES } from '#contract/roles'
import { readDatabaseUrl } from '../database/driver/database-url.ts'
import { DEFAULT_MAX_CONNECTIONS } from '../database/driver/pool.ts'
import { MessageVariables } from './message-settings.ts'
import { PaymentVariables } from './payment-settings.ts'
import { readRetention, RETENTION_KINDS } from './retention.ts'
import { isSecureUrl } from './secure-url.ts'
import { ADMISSION_CHECK_MODES } from './settings.ts'
import { UniversityVariables } from './university-settings.ts'

/** The messaging apps that exist outside this program. */
export const REAL_HOSTS = ['wechat', 'wecom', 'dingtalk'] as const

const trimmedText = (fallback: string) => v.optional(v.pipe(v.string(), v.trim()), fallback)
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
// An address to which secrets or sign-in codes are sent must be encrypted (HTTPS).
const safeAddress = (name: string) =>
  v.optional(
    v.pipe(
      address(name),
      v.check(
        // The rule before this one reports invalid addresses.
        (said) => !URL.canParse(said) || isSecureUrl(said),
        `${name} must be an https address; http only on this machine itself.`,
      ),
    ),
  )
const agentId = (name: string) =>
  v.optional(v.pipe(v.string(), v.trim(), v.regex(/^\d{1,15}$/, `${name} must be a number.`)), '0')
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

const PASSING =
  'PASSING_GRADES must be words such as 优,良,中,及格 with commas between them, each of at most 20 characters.'

const FACTOR_ROLES = `SECOND_FACTOR_ROLES must be roles with commas between them, out of ${ROLES.join(', ')}.`

const RETENTION = `RETENTION must be days by kind such as travel=180,family=0; the kinds are ${RETENTION_KINDS.join(', ')}.`

/** The environment variables, each with its default and the sentence for an invalid value. */
export const Environment = v.object({
  PORT: number('PORT', 8080, { min: 1, max: 65535 }),
  HOST: v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.check(
        (said) => isIP(said) !== 0 || said === 'localhost',
        'HOST must be an address such as 127.0.0.1, or 0.0.0.0 for all of this machine.',
      ),
    ),
  ),
  DATA_DIR: trimmedText('.data'),
  DATABASE_URL: v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.rawCheck(({ dataset, addIssue }) => {
        const read = dataset.typed ? readDatabaseUrl(dataset.value) : undefined
        if (typeof read === 'string') addIssue({ message: read })
      }),
    ),
  ),
  DATABASE_CONNECTIONS: number('DATABASE_CONNECTIONS', DEFAULT_MAX_CONNECTIONS, {
    min: 1,
    max: 500,
  }),
  PREPARED_STATEMENTS: yesOrNo('PREPARED_STATEMENTS'),
  DATABASE_WAIT_SECONDS: number('DATABASE_WAIT_SECONDS', 300, { max: 86_400 }),
  DEMO: yesOrNo('DEMO'),
  SAMPLE_PAGES: yesOrNo('SAMPLE_PAGES'),
  DEMO_STUDENTS: number('DEMO_STUDENTS', 200, { max: 100_000 }),
  SCHOOL_NAME: trimmedText('示例大学'),
  PASSING_GRADES: v.optional(
    v.pipe(
      v.string(),
      v.transform((list) => list.split(/[,，]/).flatMap((one) => one.trim() || [])),
      v.array(v.pipe(v.string(), v.maxLength(20, PASSING))),
    ),
    PASSING_GRADES.join(','),
  ),
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
    v.pipe(
      v.string(),
      v.transform((list) => list.split(',').map((one) => one.trim())),
      v.check(
        (list) =>
          new Set(list).size === list.length &&
          (list.every((one) => REAL_HOSTS.some((host) => host === one)) ||
            (list.length === 1 && (list[0] === 'none' || list[0] === 'sandbox'))),
        'HOST_PROVIDER must be none, sandbox, or some of wechat, wecom and dingtalk with commas between them.',
      ),
    ),
    'sandbox',
  ),
  WECOM_CORP_ID: trimmedText(''),
  WECOM_AGENT_ID: agentId('WECOM_AGENT_ID'),
  WECOM_SECRET: trimmedText(''),
  WECOM_API_URL: safeAddress('WECOM_API_URL'),
  WECOM_AUTHORIZE_URL: safeAddress('WECOM_AUTHORIZE_URL'),
  DINGTALK_CORP_ID: trimmedText(''),
  DINGTALK_AGENT_ID: agentId('DINGTALK_AGENT_ID'),
  DINGTALK_CLIENT_ID: trimmedText(''),
  DINGTALK_CLIENT_SECRET: trimmedText(''),
  DINGTALK_API_URL: safeAddress('DINGTALK_API_URL'),
  WECHAT_APP_ID: trimmedText(''),
  WECHAT_APP_SECRET: trimmedText(''),
  WECHAT_API_URL: safeAddress('WECHAT_API_URL'),
  WECHAT_AUTHORIZE_URL: safeAddress('WECHAT_AUTHORIZE_URL'),
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
    v.picklist(['sandbox', 'webhook', 'none'], 'SMS_PROVIDER must be webhook, none or sandbox.'),
    'sandbox',
  ),
  SMS_WEBHOOK_URL: safeAddress('SMS_WEBHOOK_URL'),
  SMS_WEBHOOK_SECRET: v.optional(
    v.pipe(v.string(), v.minLength(16, 'SMS_WEBHOOK_SECRET must have at least 16 characters.')),
  ),
  SECOND_FACTOR: yesOrNo('SECOND_FACTOR'),
  SECOND_FACTOR_ROLES: v.optional(
    v.pipe(
      v.string(),
      v.transform((list) => list.split(',').flatMap((one) => one.trim() || [])),
      v.array(v.picklist(ROLES, FACTOR_ROLES)),
    ),
    ROLES.join(','),
  ),
  SECRETS_KEY: v.optional(
    v.pipe(v.string(), v.minLength(32, 'SECRETS_KEY must have at least 32 characters.')),
  ),
  ...UniversityVariables,
  ...MessageVariables,
  ...PaymentVariables,
  RESTORABLE_DAYS: number('RESTORABLE_DAYS', RESTORABLE_DAYS, { min: RESTORABLE_DAYS, max: 3650 }),
  FIRST_PASSWORD_DAYS: number('FIRST_PASSWORD_DAYS', 7, { min: 1, max: 90 }),
  WEBHOOK_HOSTS: v.optional(
    v.pipe(
      v.string(),
      v.transform((text) =>
        text
          .toLowerCase()
          .split(/[\s,]+/)
          .filter((host) => host !== ''),
      ),
      v.check(
        (hosts) => hosts.every((host) => /^[a-z\d.-]+$|^\[[\da-f:]+\]$/.test(host)),
        'WEBHOOK_HOSTS must be names of hosts with commas between them, without https:// and without a port.',
      ),
    ),
    '',
  ),
  COMPLAINT_REOPEN_DAYS: number('COMPLAINT_REOPEN_DAYS', 14, { max: 365 }),
  DORM_HOLD_SECONDS: number('DORM_HOLD_SECONDS', 1800, { min: 1 }),
  LOWEST_FEE: number('LOWEST_FEE', 1000, { min: -1, max: 1_000_000 }),
  INVOICE_UNIT_CODE: trimmedText(''),
  INVOICE_PAYER_CODE: v.optional(
    v.picklist(['number', 'document'], 'INVOICE_PAYER_CODE must be number or document.'),
    'number',
  ),
  CLOCK_OFFSET_SECONDS: number('CLOCK_OFFSET_SECONDS', 0, { min: -(2 ** 31) }),
  LOG_LEVEL: v.optional(
    v.picklist(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent.',
    ),
    'info',
  ),
  POST_DORM_SUPERVISOR: trimmedText('宿管'),
  POST_REVIEW_TEACHER: trimmedText('审核老师'),
  PROXY_HOPS: number('PROXY_HOPS', 0, { max: 10 }),
  FREE_SPACE_FLOOR_MB: number('FREE_SPACE_FLOOR_MB', 64),
  PASS_REQUIRED: yesOrNo('PASS_REQUIRED'),
  ADMISSION_CHECK: v.optional(
    v.picklist(ADMISSION_CHECK_MODES, 'ADMISSION_CHECK must be required, on-payment or none.'),
    'required',
  ),
  SEARCH_ENGINES: yesOrNo('SEARCH_ENGINES'),
  EVALUATION_MIN_ANSWERS: number('EVALUATION_MIN_ANSWERS', 5, { min: 3, max: 1000 }),
  RETENTION: v.optional(
    v.pipe(
      v.string(),
      v.rawTransform(({ dataset, addIssue, NEVER }) => {
        const retention = readRetention(dataset.value)
        if (retention !== undefined) return retention
        addIssue({ message: RETENTION })
        return NEVER
      }),
    ),
    '',
  ),
  REQUESTS_PER_MINUTE: number('REQUESTS_PER_MINUTE', 6000),
  ANONYMOUS_PER_MINUTE: number('ANONYMOUS_PER_MINUTE', 12_000),
  METRICS_PORT: v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      // Without an address, the metrics are served on the loopback interface only.
      v.regex(/^([\w.]+:|\[[\da-fA-F:]+\]:)?\d{1,5}$/, METRICS),
      v.transform((said) => ({
        host: said.replace(/:?\d+$/, '').replace(/[[\]]/g, '') || '127.0.0.1',
        port: Number(/\d+$/.exec(said)?.[0]),
      })),
      v.check(({ port }) => port >= 1 && port <= 65535, METRICS),
    ),
  ),
  PUBLIC_DIR: v.optional(v.pipe(v.string(), v.trim())),
  SOCKET: v.optional(v.pipe(v.string(), v.trim())),
  STOP_SECONDS: number('STOP_SECONDS', 30, { max: 3600 }),
  FILES_DIR: v.optional(v.pipe(v.string(), v.trim())),
  APP_DIR: trimmedText('dist/app'),
})
/** The parsed environment variables. */
export type Environment = v.InferOutput<typeof Environment>
