import type { StaffRole } from '#contract/roles'
import type { StatementNaming } from '../database/driver/prepared-statement.ts'
import type { PaymentSettings } from './payment-settings.ts'
import type { RetentionDays } from './retention.ts'
import type { UniversitySettings } from './university-settings.ts'

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

/** The campus's own service for text messages. */
export interface SmsWebhook {
  readonly url: string
  readonly secret: string
}

/** The address at which metrics are collected. */
export interface MetricsAddress {
  readonly host: string
  readonly port: number
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
