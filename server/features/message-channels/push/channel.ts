import { createHash } from 'node:crypto'
import webPush from 'web-push'
import type { Db } from '../../../platform/database/db.ts'
import type { Sealer } from '../../../platform/sessions/sealer.ts'
import type { PushSettings } from '../../../platform/settings/message-settings.ts'
import { isSecureUrl } from '../../../platform/settings/secure-url.ts'
import {
  type ChannelResult,
  type MessageChannel,
  type OutgoingMessage,
  toRecipients,
} from '../channel.ts'
import { classifyError } from '../classify-reply.ts'
import { findPushKeys, type PushKeys } from './keys.ts'
import {
  deletePushSubscription,
  findLivePushSubscriptions,
  type PushSubscriptionRow,
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
  findRecipients: async (db, students) => {
    const browsers = new Map<string, PushSubscriptionRow[]>()
    for (const row of await findLivePushSubscriptions(db, students))
      browsers.set(row.student_code, [...(browsers.get(row.student_code) ?? []), row])
    return toRecipients(
      Array.from(browsers, ([student, address]) => ({ student, address })),
      async (message, own) => {
        const keys = await findPushKeys(db, sealer, message.now)
        if (keys === undefined) return { type: 'refused', code: 'NO_KEY' }
        const results = await Promise.all(
          own.map((one) =>
            deliverToBrowser(db, one, { message, keys, contact, hosts }).catch(classifyError),
          ),
        )
        // One browser that shows the message is enough; a repetition would reach all of them.
        results.sort((one, other) => ORDER.indexOf(one.type) - ORDER.indexOf(other.type))
        return results[0] ?? { type: 'unreachable', code: 'NO_SUBSCRIPTION' }
      },
    )
  },
})

const ORDER = ['sent', 'later', 'limited', 'unknown', 'refused', 'unreachable']

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
  { id, endpoint, p256dh, auth }: PushSubscriptionRow,
  {
    message,
    keys,
    contact,
    hosts,
  }: { message: OutgoingMessage; keys: PushKeys; contact: string; hosts: readonly string[] },
): Promise<ChannelResult> {
  // The operator might have changed the permitted hosts since the subscription was made.
  if (!isPushEndpoint(endpoint, hosts)) return { type: 'unreachable', code: 'NO_SUBSCRIPTION' }
  const { method, headers, body } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(payloadOf(message)),
    {
      vapidDetails: { subject: contact, ...keys },
      TTL: KEPT_SECONDS,
      urgency: message.topic === 'notice' ? 'high' : 'normal',
      topic: createHash('sha256').update(message.notice).digest('base64url').slice(0, 32),
      contentEncoding: 'aes128gcm',
    },
  )
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
  return classifyStatus(db, id, response)
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
const payloadOf = ({ title, text, path, notice, topic, language }: OutgoingMessage): object => ({
  title,
  body: PUBLIC_TOPICS.has(topic) ? text.slice(0, MAX_TEXT_CHARACTERS) : '',
  path,
  tag: notice,
  language,
})
