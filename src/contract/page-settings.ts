import * as v from 'valibot'
import { serializeJsonForHtml } from './html-json.ts'

const DemoUser = v.object({
  who: v.object({ zh: v.string(), en: v.string() }),
  how: v.picklist(['exam', 'student', 'staff']),
  number: v.string(),
  /** ID card number or password. */
  secret: v.string(),
})
/** A person who can sign in on the demo campus, as listed on its sign-in page. */
export type DemoUser = v.InferOutput<typeof DemoUser>

const Host = v.object({
  type: v.string(),
  /** The id of the account: of WeCom and DingTalk the id of the organization. */
  appId: v.string(),
  /** The URL of the authorisation page, as `authorizeUrl` below; '' if there is none. */
  authorizeUrl: v.string(),
})

// A field added later must be optional, and a new value of a field needs a new field. Page and
// scripts can have different ages: a phone's page might come from an older server, or its scripts
// might be older than its page. Scripts reject the whole block if they cannot parse it.
const PageSettings = v.object({
  school: v.string(),
  /** The school's English name, if it has set one. */
  schoolEn: v.optional(v.string()),
  demo: v.boolean(),
  /** The messaging app, for scripts that know only one; `hosts` has all. */
  host: v.picklist(['none', 'sandbox', 'wechat']),
  payment: v.picklist(['none', 'sandbox', 'wechatpay']),
  /** Whether codes are sent by SMS. */
  sms: v.boolean(),
  /** The messaging application's id; '' without one. */
  appId: v.string(),
  /**
   * The URL of the messaging app's authorisation page: absolute, or a path that starts with the
   * base path.
   */
  authorizeUrl: v.string(),
  /**
   * Whether this campus echoes idempotency keys and marks its responses (`headers-and-cookies.ts`).
   * If so, the app rejects a response with neither, because it does not come from the campus.
   * Absent in pages of earlier servers.
   */
  echoesKeys: v.optional(v.boolean()),
  /**
   * The number of days by which this campus is allowed to set its database back; absent:
   * `RESTORABLE_DAYS` (`restore-window.ts`).
   */
  restorableDays: v.optional(v.number()),
  /** Whether pages with sample content are shown (D-100); if absent, they are shown. */
  samples: v.optional(v.boolean()),
  /** Whether people can sign in through the university's own page. */
  university: v.optional(v.boolean()),
  /** The messaging apps in whose browsers the page can be opened; absent in pages of earlier servers. */
  hosts: v.optional(v.array(Host)),
  /** The people who can sign in on the demo campus; absent elsewhere. */
  people: v.optional(v.array(DemoUser)),
  /**
   * The response of `home.apps` to an anonymous caller, so that a first visit does not fetch it.
   */
  apps: v.optional(v.unknown()),
  /** The version of the school's public content: `content/<version>.json`. */
  content: v.optional(v.string()),
})
/** The settings that the server passes to the app in a JSON block of its page. */
export type PageSettings = v.InferOutput<typeof PageSettings>

/** Serialises the settings for the block. */
export const pageSettingsText = (settings: PageSettings): string => serializeJsonForHtml(settings)

/**
 * Parses the text of a settings block. Returns an empty object if the text cannot be parsed, so
 * that the app starts without settings.
 */
export function readPageSettings(text: string): Partial<PageSettings> {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), PageSettings), text)
  return read.success ? read.output : {}
}
