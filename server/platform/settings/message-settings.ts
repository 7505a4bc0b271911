import * as v from 'valibot'

/** The part of a message that a field of a template shows. */
export type TemplatePart = 'title' | 'text' | 'time' | 'school'
const PARTS: readonly TemplatePart[] = ['title', 'text', 'time', 'school']

/** A template of the official account: its id, and what each of its fields shows. */
export interface MessageTemplate {
  readonly id: string
  readonly fields: ReadonlyMap<string, TemplatePart>
}

/** Web Push: who is responsible (RFC 8292), and the hosts of the push services. */
export interface PushSettings {
  readonly contact: string
  readonly hosts: readonly string[]
}

/** The settings of the channels by which messages reach students. */
export interface MessageSettings {
  readonly wechatTemplate: MessageTemplate | undefined
  readonly wechatSubscription: MessageTemplate | undefined
  readonly push: PushSettings | undefined
  /** The price of one part of an SMS message, fen. */
  readonly smsPriceFen: number
}

// The services of the browsers: Chrome and Edge on Android, Firefox, Safari, Edge on Windows.
const PUSH_HOSTS = 'fcm.googleapis.com,push.services.mozilla.com,push.apple.com,notify.windows.com'

const template = (name: string) =>
  v.optional(
    v.pipe(
      v.string(),
      v.check(
        (said) => readTemplate(said) !== undefined,
        `${name} must be a template and its fields such as ID:thing1=title,time2=time; the parts are ${PARTS.join(', ')}.`,
      ),
    ),
  )
const CONTACT = 'PUSH_CONTACT must be mailto: and an address, or an https address.'

/** The variables of the channels. */
export const MessageVariables = {
  WECHAT_TEMPLATE: template('WECHAT_TEMPLATE'),
  WECHAT_SUBSCRIPTION: template('WECHAT_SUBSCRIPTION'),
  PUSH_CONTACT: v.optional(
    v.pipe(v.string(), v.trim(), v.regex(/^mailto:[^@\s]+@[^@\s]+$|^https:\/\/\S+$/, CONTACT)),
  ),
  PUSH_HOSTS: v.optional(
    v.pipe(
      v.string(),
      v.toLowerCase(),
      v.transform((list) => list.split(',').flatMap((one) => one.trim() || [])),
    ),
    PUSH_HOSTS,
  ),
  SMS_PRICE_FEN: v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.regex(/^\d{1,4}$/, 'SMS_PRICE_FEN must be a whole number of fen.'),
      v.transform(Number),
    ),
    '0',
  ),
}
const MessageSchema = v.object(MessageVariables)

/** Returns a sentence for each mistake in the settings of the channels. */
export function findMessageSettingMistakes(
  given: Readonly<Record<string, string | undefined>>,
): string[] {
  const has = (name: string) => given[name] !== undefined
  const sentences: string[] = []
  for (const name of ['WECHAT_TEMPLATE', 'WECHAT_SUBSCRIPTION'] as const)
    if (has(name) && !/\bwechat\b/.test(given['HOST_PROVIDER'] ?? ''))
      sentences.push(`${name} needs wechat in HOST_PROVIDER.`)
  return sentences
}

/** Converts the variables to settings. Web Push needs somebody who is responsible for it. */
export function toMessageSettings(
  env: v.InferOutput<typeof MessageSchema>,
  { publicUrl, demo }: { publicUrl: string | undefined; demo: boolean },
): MessageSettings {
  const address = publicUrl?.startsWith('https:') ? publicUrl : undefined
  const contact = env.PUSH_CONTACT ?? address ?? (demo ? 'mailto:campus@example.org' : undefined)
  return {
    wechatTemplate: readTemplate(env.WECHAT_TEMPLATE ?? ''),
    wechatSubscription: readTemplate(env.WECHAT_SUBSCRIPTION ?? ''),
    push: contact === undefined ? undefined : { contact, hosts: env.PUSH_HOSTS },
    smsPriceFen: env.SMS_PRICE_FEN,
  }
}

// Reads a template such as `ID:thing1=title,time2=time`.
function readTemplate(said: string): MessageTemplate | undefined {
  const [, id, list] = /^\s*([\w-]{10,64}):(.+)$/.exec(said) ?? []
  const fields = new Map<string, TemplatePart>()
  for (const pair of (list ?? '').split(',')) {
    const [, name, word] = /^\s*([a-z][a-z_]*\d*)\s*=\s*([a-z]+)\s*$/i.exec(pair) ?? []
    const part = PARTS.find((one) => one === word)
    if (name === undefined || part === undefined) return undefined
    fields.set(name, part)
  }
  return id === undefined ? undefined : { id, fields }
}
