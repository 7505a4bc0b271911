import * as v from 'valibot'
import { serializeJsonForHtml } from './html-json.ts'

const DemoUser = v.object({
  who: v.object({ zh: v.string(), en: v.string() }),
  how: v.picklist(['exam', 'student', 'staff']),
  number: v.string(),
  /** ID card number or password. */
  secret: v.string(),
})
/** Somebody who can sign in on the demo campus, as its sign-in page lists them. */
export type DemoUser = v.InferOutput<typeof DemoUser>

// A field that comes later must be optional, and a value that comes later needs a field of its own:
// a phone may hold a page that an older server has written, and a script older than the page, which
// takes no part of a block that it does not understand.
const PageSettings = v.object({
  school: v.string(),
  /** What it is called in English, where it has said so. */
  schoolEn: v.optional(v.string()),
  demo: v.boolean(),
  /** Which messaging app there is. */
  host: v.picklist(['none', 'sandbox', 'wechat']),
  payment: v.picklist(['none', 'sandbox', 'wechatpay']),
  /** Are codes sent by SMS? */
  sms: v.boolean(),
  /** The messaging application's id, '' without one. */
  appId: v.string(),
  /**
   * Where people authorise in the messaging app: a whole address, or one that begins with the base
   * path.
   */
  authorizeUrl: v.string(),
  /**
   * Does this campus echo idempotency keys and mark its answers (`campus-mark.ts`)? Then an answer
   * with neither is somebody else's. Absent from the pages of earlier servers.
   */
  echoesKeys: v.optional(v.boolean()),
  /** How far back this campus may be brought, days; absent: as far as every campus (`keeping.ts`). */
  restorableDays: v.optional(v.number()),
  /** Are the pages with made-up content shown (D-100)? Absent: yes. */
  samples: v.optional(v.boolean()),
  /** Can people sign in through the university's own page? */
  university: v.optional(v.boolean()),
  /** Who can sign in; on the demo campus only. */
  people: v.optional(v.array(DemoUser)),
  /**
   * The answer of `home.apps` to nobody in particular, so that a first visit need not wait for it.
   */
  apps: v.optional(v.unknown()),
  /** The version of what the school has written for everybody: `content/<version>.json`. */
  content: v.optional(v.string()),
})
/** What the server tells the app in its page, in a block of data. */
export type PageSettings = v.InferOutput<typeof PageSettings>

/** The text of the block. */
export const pageSettingsText = (settings: PageSettings): string => serializeJsonForHtml(settings)

/**
 * The settings of a block's text; none of a text that is no such block, so that the app starts all
 * the same.
 */
export function readPageSettings(text: string): Partial<PageSettings> {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), PageSettings), text)
  return read.success ? read.output : {}
}
