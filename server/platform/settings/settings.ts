import type { StaffRole } from '#contract/roles'
import type { StatementNaming } from '../database/driver/prepared-statement.ts'
import type { MessageSettings } from './message-settings.ts'
import type { PaymentSettings } from './payment-settings.ts'
import type { RetentionDays } from './retention.ts'
import type { UniversitySettings } from './university-settings.ts'

export type { PaymentSettings } from './payment-settings.ts'

/** Who may arrive; see `admissionCheck`. */
export const ADMISSION_CHECK_MODES = ['required', 'on-payment', 'none'] as const
/** One of the modes. */
export type AdmissionCheckMode = (typeof ADMISSION_CHECK_MODES)[number]

/** A messaging app whose accounts and browser this campus uses. */
export type MessagingAppSettings =
  | { type: 'sandbox'; appId: string }
  | {
      type: 'wechat'
      appId: string
      appSecret: string
      apiUrl: string
      authorizeUrl: string
      pictureOrigins: readonly string[]
    }
  | {
      type: 'wecom'
      corpId: string
      agentId: string
      secret: string
      apiUrl: string
      authorizeUrl: string
    }
  | {
      type: 'dingtalk'
      corpId: string
      agentId: string
      clientId: string
      clientSecret: string
      apiUrl: string
    }

/** The campus's own service for SMS messages. */
export interface SmsWebhook {
  readonly url: string
  readonly secret: string
}

/** The address at which metrics are collected. */
export interface MetricsAddress {
  readonly host: string
  readonly port: number
}

/** All settings, validated. */
export interface Settings {
  readonly port: number
  /** The address to listen on; undefined: all addresses of this machine. */
  readonly listenAddress: string | undefined
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  /** The maximum of database connections of this process. */
  readonly maxConnections: number
  readonly statementNaming: StatementNaming
  /** The time for which a start waits for an unavailable database, seconds. */
  readonly databaseWaitSeconds: number
  readonly demo: boolean
  readonly demoStudents: number
  /** Whether the pages with sample content are shown (D-100). */
  readonly samplePages: boolean
  readonly schoolName: string
  /** The grades in words that count as a pass. */
  readonly passingGrades: readonly string[]
  /** '' or a path such as '/campus': with a leading and without a trailing slash. */
  readonly basePath: string
  /** The messaging apps in the campus's order; without one, features that need it are not offered. */
  readonly hosts: readonly MessagingAppSettings[]
  readonly sms: 'none' | 'sandbox' | 'webhook'
  /** The campus's own service for SMS messages. */
  readonly smsWebhook: SmsWebhook | undefined
  /** The channels by which messages reach students. */
  readonly messages: MessageSettings
  /** The university's own sign-in, if it is set. */
  readonly university: UniversitySettings | undefined
  /** The public address of the app, if it is set. */
  readonly publicUrl: string | undefined
  /**
   * Whether cookies are marked `Secure`. This follows from the public address, never from a request
   * header.
   */
  readonly secureCookies: boolean
  /**
   * Whether a second factor is required for `secondFactorRoles`. Staff who have set up a second
   * factor must always use it.
   */
  readonly secondFactor: boolean
  /** The roles that require a second factor. */
  readonly secondFactorRoles: readonly StaffRole[]
  /** The key that encrypts secrets at rest; if undefined, the key is in a file in DATA_DIR. */
  readonly secretsKey: string | undefined
  readonly gateway: PaymentSettings
  readonly dormHoldSeconds: number
  /**
   * The number of days by which this campus is allowed to set its database back. Phones keep their
   * receipts for this time.
   */
  readonly restorableDays: number
  /** For how many days a first password of a staff account can be used. */
  readonly firstPasswordDays: number
  /**
   * The number of days after the closing of a complaint in which its author can reopen it; 0:
   * never.
   */
  readonly complaintReopenDays: number
  /** The hosts to which events may be sent. */
  readonly webhookHosts: readonly string[]
  /**
   * The minimum amount of a partial payment, fen; below 0: students cannot choose the amount
   * (D-57).
   */
  readonly lowestFeeFen: number
  /** The code of the collecting unit in the data for invoices. */
  readonly invoiceUnitCode: string
  /** What identifies the payer there: the student number, or the whole number of the document. */
  readonly invoicePayerCode: 'number' | 'document'
  readonly clockOffsetSeconds: number
  readonly logLevel: string
  /** Keywords in a job title that give the staff member a role (D-31). */
  readonly postKeywords: { readonly dormSupervisor: string; readonly reviewTeacher: string }
  /** The number of trusted reverse proxies; each adds one entry to X-Forwarded-For. */
  readonly proxyHops: number
  readonly freeSpaceFloorMb: number
  /** Whether arrivals are confirmed by a signed pass only, and not by a typed number (D-30). */
  readonly passRequired: boolean
  /** Who may arrive: students whom a person has checked, those who have paid as well, or all. */
  readonly admissionCheck: AdmissionCheckMode
  /** Whether search engines may index public notices and fee standards. */
  readonly searchEngines: boolean
  /** The smallest number of answers for which results of the teaching evaluation are shown. */
  readonly evaluationMinAnswers: number
  /** After how many days old data is deleted, by kind. */
  readonly retention: RetentionDays
  /** The limit of requests in a minute for each person and process; 0: no limit. */
  readonly requestsPerMinute: number
  /** The limit of anonymous requests in a minute for each network and process; 0: no limit. */
  readonly anonymousPerMinute: number
  /** The address at which metrics are served; if undefined, they are not served. */
  readonly metrics: MetricsAddress | undefined
  /** The folder of the campus's own files, which are served in addition to the app. */
  readonly publicDir: string
  /** The path of an additional Unix domain socket, for a proxy on this machine. */
  readonly socket: string | undefined
  /** The time in which requests can finish after a stop signal, seconds. */
  readonly stopSeconds: number
  /** The folder of hashed files of all releases, shared by all processes and the proxy. */
  readonly filesDir: string
  /** The folder of the built app. */
  readonly appDir: string
}
