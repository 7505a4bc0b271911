import { createHash } from 'node:crypto'
import type { MessageChannelName } from '#contract/message-channels'
import { addSeconds, type Clock, DAY_SECONDS } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import { type BackgroundJob, startPeriodicJob } from '../../platform/periodic-job.ts'
import type { Sealer } from '../../platform/sessions/sealer.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import { readMessageRule } from '../campus-rules/public.ts'
import { findSchool } from '../school/public.ts'
import { listOrder } from './channel-order.ts'
import type { ChannelResult, MessageChannel, OutgoingMessage } from './channel.ts'
import { type ChannelSettings, openChannels } from './open-channels.ts'
import { toPlainText } from './plain-text.ts'
import { findSendingTime } from './quiet-hours.ts'
import * as store from './store.ts'

const EVERY_MS = 2000
const AT_ONCE = 40
// Longer than all channels together may take for one message.
const LEASE_SECONDS = 180
/** The pause after each failed attempt on a channel. After the last one the next channel is tried. */
const RETRY_PAUSES_SECONDS = [10, 60, 300, 1800] as const
/** After this time a message is no longer news, and stays in the app only. */
const VALIDITY_SECONDS = 3 * DAY_SECONDS

/** What the delivery of messages needs. */
export interface MessageDelivery {
  readonly db: Db
  readonly clock: Clock
  readonly settings: ChannelSettings & Pick<Settings, 'publicUrl' | 'schoolName'>
  readonly sealer: Sealer
}

/** Delivers messages. */
export interface MessageDeliveryWorker {
  /** Works through the due messages once; returns their number. */
  readonly deliverDue: () => Promise<number>
}

/**
 * Creates a worker that delivers due messages, by the channels in the order of the campus, until one
 * of them has the message. Several processes can run such workers: a lease and the record of each
 * attempt ensure that no message goes out twice on a channel.
 */
export function createMessageDeliveryWorker(delivery: MessageDelivery): MessageDeliveryWorker {
  const { db, clock, settings } = delivery
  const channels = openChannels(settings, delivery)
  // Until when a provider takes nothing more from this process.
  const limitedUntil = new Map<MessageChannelName, Date>()
  const deliverBatch = async (): Promise<number> => {
    const now = clock.now()
    const leased = await store.leaseDeliveries(db, {
      now,
      most: AT_ONCE,
      leaseSeconds: LEASE_SECONDS,
    })
    if (leased.length === 0) return 0
    const rule = await readMessageRule(db, now)
    const order = listOrder(rule, channels)
    const students = [...new Set(leased.map((one) => one.student_code))]
    const refused = await store.findRefusedChannels(db, students)
    const attempts = await store.findAttempts(db, leased)
    const addresses = new Map<MessageChannel, ReadonlyMap<string, readonly string[]>>()
    for (const channel of order) addresses.set(channel, await channel.findAddresses(db, students))
    const school = (await findSchool(db)).name || settings.schoolName
    await Promise.all(
      leased.map(async (one) => {
        const sendAt = findSendingTime(rule, { ...one, now })
        if (one.is_unread && sendAt > now) {
          await store.releaseDelivery(db, one, { next: sendAt })
          return
        }
        const isNews = addSeconds(one.created_at, VALIDITY_SECONDS) > now
        await deliverOne({
          one,
          message: toMessage(one, { school, settings, now }),
          own: attempts.filter(
            ({ notice_id, student_code }) =>
              notice_id === one.notice_id && student_code === one.student_code,
          ),
          // Who has read the notice, or can no longer read it, is told nowhere else.
          order: order.filter(
            ({ name }) =>
              name === 'in-app' ||
              (one.is_unread && isNews && !refused.has(`${one.student_code} ${name}`)),
          ),
          addresses,
        })
      }),
    )
    return leased.length
  }

  async function deliverOne({
    one,
    message,
    own,
    order,
    addresses,
  }: {
    one: store.LeasedDelivery
    message: OutgoingMessage
    own: readonly store.StoredAttempt[]
    order: readonly MessageChannel[]
    addresses: ReadonlyMap<MessageChannel, ReadonlyMap<string, readonly string[]>>
  }): Promise<unknown> {
    const end = () => store.releaseDelivery(db, one, { ended: clock.now() })
    for (const channel of order) {
      const known = own.find(({ channel: name }) => name === channel.name)
      if (known?.state === 'sent' || known?.state === 'unknown') return end()
      if (known !== undefined && known.state !== 'later' && known.state !== 'sending') continue
      const { name } = channel
      const tries = (known?.tries ?? 0) + 1
      const record = (attempt: Omit<store.AttemptRecord, 'channel' | 'tries'>) =>
        store.recordAttempt(db, one, { channel: name, tries, ...attempt }, clock.now())
      if (known?.state === 'sending' && !channel.dropsRepetitions) {
        // The process died between the request and its record: the student might have the message.
        await record({ state: 'unknown', code: 'PROCESS_ENDED' })
        return end()
      }
      const found = addresses.get(channel)?.get(one.student_code) ?? []
      if (found.length === 0) continue
      const limited = limitedUntil.get(name)
      if (limited !== undefined && limited > clock.now()) {
        await record({ state: 'given up', code: 'LIMITED' })
        continue
      }
      if (!(await record({ state: 'sending' }))) return undefined
      const result = await channel.deliver(db, message, found)
      const outcome = classifyResult(result, channel, tries)
      if (result.type === 'limited') limitedUntil.set(name, addSeconds(clock.now(), result.seconds))
      await record({
        state: outcome.state,
        ...('code' in result && { code: result.code }),
        ...(result.type === 'sent' && { costFen: result.costFen ?? 0 }),
      })
      if (outcome.state === 'later')
        return store.releaseDelivery(db, one, { next: addSeconds(clock.now(), outcome.pause) })
      if (outcome.state === 'sent' || outcome.state === 'unknown') return end()
    }
    return end()
  }

  return {
    deliverDue: async () => {
      let total = 0
      for (;;) {
        const count = await deliverBatch()
        total += count
        if (count < AT_ONCE) return total
      }
    },
  }
}

/** Delivers due messages every 2 s until it is stopped. */
export const startMessageDelivery = (
  delivery: MessageDelivery,
  onError: (error: unknown) => void,
): BackgroundJob =>
  startPeriodicJob(createMessageDeliveryWorker(delivery).deliverDue, EVERY_MS, onError)

type Outcome =
  | { readonly state: 'sent' | 'unknown' | 'refused' | 'unreachable' | 'given up' }
  | { readonly state: 'later'; readonly pause: number }

function classifyResult(result: ChannelResult, channel: MessageChannel, tries: number): Outcome {
  if (result.type === 'later' || (result.type === 'unknown' && channel.dropsRepetitions)) {
    const pause = RETRY_PAUSES_SECONDS[tries - 1]
    const wanted = result.type === 'later' ? (result.seconds ?? 0) : 0
    return pause === undefined
      ? { state: 'given up' }
      : { state: 'later', pause: Math.max(pause, wanted) }
  }
  if (result.type === 'limited') return { state: 'given up' }
  return { state: result.type }
}

function toMessage(
  one: store.LeasedDelivery,
  { school, settings, now }: { school: string; settings: Pick<Settings, 'publicUrl'>; now: Date },
): OutgoingMessage {
  const { notice_id: notice, student_code: student, title, content, published_at } = one
  const path = `/notice/${notice}`
  return {
    id: createHash('sha256').update(`${notice} ${student}`).digest('base64url').slice(0, 32),
    notice,
    student,
    topic: one.topic,
    title: { zh: title, en: one.title_en ?? title },
    text: { zh: toPlainText(content), en: toPlainText(one.content_en ?? content) },
    path,
    url: settings.publicUrl === undefined ? '' : `${settings.publicUrl}${path}`,
    school,
    sentAt: published_at,
    now,
  }
}
