import { createHash } from 'node:crypto'
import webPush from 'web-push'
import { isLanguage, type Language } from '#i18n/translate'
import type { Db } from '../../../platform/database/db.ts'
import type { Sealer } from '../../../platform/sessions/sealer.ts'
import type { PushSettings } from '../../../platform/settings/message-settings.ts'
import { isSecureUrl } from '../../../platform/settings/secure-url.ts'
import {
  type ChannelResult,
  groupAddresses,
  type MessageChannel,
  type OutgoingMessage,
} from '../channel.ts'
import { classifyError } from '../classify-reply.ts'
import { findPushKeys, type PushKeys } from './keys.ts'
import {
  deletePushSubscription,
  findPushSubscription,
  selectLivePushSubscriptions,
} from './store.ts'

const ANSWER_MS = 8000
/** How long a push service keeps a message for a phone that is off, seconds. */
const KEPT_SECONDS = 3 * 24 * 3600
const MAX_TEXT_CHARACTERS = 120
/** The topics whose words are not about the student, so that a locked screen can show them. */
const PUBLIC_TOPICS: ReadonlySet<string> = new Set(['notice', 'message', 'reminder', 'waiting'])

/**
 * Creates the channel of Web Push (RFC 8030, 8291, 8292). The browsers of all sessions of the
 * student are told; a repetition replaces the notification of the same notice.
 */
export const createPushChannel = (
  { contact, hosts }: PushSettings,
  sealer: Sealer,
): MessageChannel => ({
  name: 'push',
  dropsRepetitions: true,
  findAddresses: async (db, students) =>
    groupAddresses(
      await selectLivePushSubscriptions(db)
        .select(['push_subscription.student_code as student', 'push_subscription.id as address'])
        .where('push_subscription.student_code', '=', (e) => e.fn.any(e.val([...students])))
        .execute(),
    ),
  deliver: async (db, message, addresses) => {
    const keys = await findPushKeys(db, sealer, message.now)
    if (keys === undefined) return { type: 'refused', code: 'NO_KEY' }
    const results = await Promise.all(
      addresses.map((id) => deliverToBrowser(db, { id, message, keys, contact, hosts })),
    )
    // One browser that shows the message is enough; a repetition would reach all of them.
    const order = ['sent', 'later', 'limited', 'unknown', 'refused', 'unreachable']
    results.sort((one, other) => order.indexOf(one.type) - order.indexOf(other.type))
    return results[0] ?? { type: 'unreachable', code: 'NO_SUBSCRIPTION' }
  },
})

/** Whether a push service may be called: an encrypted address of a known service. */
export function isPushEndpoint(endpoint: string, hosts: readonly string[]): boolean {
  if (!isSecureUrl(endpoint)) return false
  const { hostname, username, password } = new URL(endpoint)
  return (
    username === '' &&
    password === '' &&
    hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`))
  )
}

async function deliverToBrowser(
  db: Db,
  {
    id,
    message,
    keys,
    contact,
    hosts,
  }: {
    id: string
    message: OutgoingMessage
    keys: PushKeys
    contact: string
    hosts: readonly string[]
  },
): Promise<ChannelResult> {
  const found = await findPushSubscription(db, id)
  // The operator might have changed the permitted hosts since the subscription was made.
  if (found === undefined || !isPushEndpoint(found.endpoint, hosts))
    return { type: 'unreachable', code: 'NO_SUBSCRIPTION' }
  const { endpoint, p256dh, auth, language } = found
  const { method, headers, body } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(payloadOf(message, isLanguage(language) ? language : 'zh')),
    {
      vapidDetails: { subject: contact, ...keys },
      TTL: KEPT_SECONDS,
      urgency: message.topic === 'notice' ? 'high' : 'normal',
      topic: createHash('sha256').update(message.notice).digest('base64url').slice(0, 32),
      contentEncoding: 'aes128gcm',
    },
  )
  try {
    const response = await fetch(endpoint, {
      method,
      headers: Object.entries(headers).map(([name, value]): [string, string] => [
        name,
        String(value),
      ]),
      ...(body !== null && { body: new Uint8Array(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    await response.body?.cancel()
    return await classifyStatus(db, id, response)
  } catch (error) {
    const result = classifyError(error)
    return result.type === 'unknown' ? { ...result, type: 'later' } : result
  }
}

async function classifyStatus(db: Db, id: string, response: Response): Promise<ChannelResult> {
  const { ok, status } = response
  const code = `HTTP ${status}`
  if (ok) return { type: 'sent' }
  if (status === 404 || status === 410) {
    await deletePushSubscription(db, id)
    return { type: 'unreachable', code }
  }
  if (status === 429 || status >= 500) {
    const seconds = Number(response.headers.get('retry-after'))
    return { type: 'later', code, ...(seconds > 0 && { seconds: Math.min(seconds, 3600) }) }
  }
  return { type: 'refused', code }
}

// What the worker shows: the words and the page, and nothing else about the student.
const payloadOf = (
  { title, text, path, notice, topic }: OutgoingMessage,
  language: Language,
): object => ({
  title: title[language],
  body: PUBLIC_TOPICS.has(topic) ? text[language].slice(0, MAX_TEXT_CHARACTERS) : '',
  path,
  tag: notice,
  language,
})
