import { createHash } from 'node:crypto'
import type { AttemptState, MessageChannelName } from '#contract/message-channels'
import type { LocalizedText } from '#i18n/translate'
import { addSeconds, type Clock, DAY_SECONDS } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import { type BackgroundJob, startPeriodicJob } from '../../platform/periodic-job.ts'
import type { Sealer } from '../../platform/sessions/sealer.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import { readMessageRule } from '../campus-rules/public.ts'
import { findSchool } from '../school/public.ts'
import { listOrder } from './channel-order.ts'
import type { ChannelResult, MessageChannel, OutgoingMessage, SendMessage } from './channel.ts'
import { classifyError } from './classify-reply.ts'
import { type ChannelSettings, openChannels } from './open-channels.ts'
import { toPlainText } from './plain-text.ts'
import { findSendingTime } from './quiet-hours.ts'
import * as store from './store.ts'

const EVERY_MS = 2000
const AT_ONCE = 100
// Longer than all channels together may take for one message.
const LEASE_SECONDS = 180
/** The pause after each failed attempt on a channel. After the last one the next channel is tried. */
const RETRY_PAUSES_SECONDS = [10, 60, 300, 1800] as const
/** The states of a channel that can still be tried; undefined: it was not tried yet. */
const RETRIED: ReadonlySet<AttemptState | undefined> = new Set(['sending', 'later', undefined])
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
    const school = await findSchool(db)
    const names = { zh: school.name || settings.schoolName, en: school.nameEn }
    const attempts = new Map(
      (await store.findAttempts(db, leased)).map((one) => [
        `${one.channel} ${store.nameOf(one)}`,
        one,
      ]),
    )
    const released: { one: store.LeasedDelivery; next?: Date }[] = []
    let waiting = leased.filter((one) => {
      const next = findSendingTime(rule, { ...one, now })
      const isHeld = one.is_unread && next > now
      if (isHeld) released.push({ one, next })
      return !isHeld
    })
    for (const channel of listOrder(rule, channels)) {
      const turn = await deliverBy(channel, waiting, {
        known: (one) => attempts.get(`${channel.name} ${store.nameOf(one)}`),
        toMessage: (one) => toMessage(one, { names, settings, now }),
      })
      released.push(...turn.released)
      waiting = turn.passed
    }
    released.push(...waiting.map((one) => ({ one })))
    await store.releaseDeliveries(db, released, clock.now())
    return leased.length
  }

  // Takes the turn of one channel. `passed`: those whom the next channel tries.
  async function deliverBy(
    channel: MessageChannel,
    waiting: readonly store.LeasedDelivery[],
    {
      known,
      toMessage,
    }: {
      known: (one: store.LeasedDelivery) => store.StoredAttempt | undefined
      toMessage: (one: store.LeasedDelivery) => OutgoingMessage
    },
  ) {
    const { name, dropsRepetitions } = channel
    const now = clock.now()
    const recipients =
      waiting.length === 0
        ? new Map<string, SendMessage>()
        : await channel.findRecipients(
            db,
            waiting.map((one) => one.student_code),
          )
    const passed: store.LeasedDelivery[] = []
    const released: { one: store.LeasedDelivery; next?: Date }[] = []
    const untried: store.AttemptRecord[] = []
    const tried: (store.AttemptRecord & { readonly send: SendMessage })[] = []
    for (const one of waiting) {
      const before = known(one)
      const send = recipients.get(one.student_code)
      const tries = (before?.tries ?? 0) + 1
      // Who has read the notice, or can no longer read it, is told nowhere else.
      const isWanted =
        name === 'in-app' || (one.is_unread && isNews(one) && !one.refused.includes(name))
      if (!isWanted) passed.push(one)
      else if (before?.state === 'sent' || before?.state === 'unknown') released.push({ one })
      else if (before?.state === 'sending' && !dropsRepetitions) {
        // The process died between the request and its record: the student might have the message.
        untried.push({ one, state: 'unknown', code: 'PROCESS_ENDED', tries })
        released.push({ one })
      } else if (send === undefined || !RETRIED.has(before?.state)) passed.push(one)
      else if ((limitedUntil.get(name) ?? now) > now) {
        untried.push({ one, state: 'given up', code: 'LIMITED', tries })
        passed.push(one)
      } else tried.push({ one, state: 'sending', tries, send })
    }
    const record = <Attempt extends store.AttemptRecord>(attempts: Attempt[]) =>
      store.recordAttempts(db, { channel: name, attempts, now: clock.now() })
    await record(untried)
    const held = await record(tried)
    const results = await Promise.all(
      held.map(async ({ one, tries, send }) => {
        const result = await send(toMessage(one)).catch(classifyError)
        return { one, tries, result, outcome: classifyResult(result, channel, tries) }
      }),
    )
    await record(
      results.map(({ one, tries, result, outcome }) => ({
        one,
        tries,
        state: outcome.state,
        ...('code' in result && { code: result.code }),
        ...(result.type === 'sent' && { costFen: result.costFen ?? 0 }),
      })),
    )
    const then = clock.now()
    for (const { one, result, outcome } of results) {
      if (result.type === 'limited') limitedUntil.set(name, addSeconds(then, result.seconds))
      if (outcome.state === 'later') released.push({ one, next: addSeconds(then, outcome.pause) })
      else if (outcome.state === 'sent' || outcome.state === 'unknown') released.push({ one })
      else passed.push(one)
    }
    return { passed, released }
  }

  const isNews = (one: store.LeasedDelivery) =>
    addSeconds(one.created_at, VALIDITY_SECONDS) > clock.now()

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
  {
    names,
    settings,
    now,
  }: { names: LocalizedText; settings: Pick<Settings, 'publicUrl'>; now: Date },
): OutgoingMessage {
  const { notice_id: notice, title, title_en, content, content_en } = one
  const path = `/notice/${notice}`
  const isEnglish = one.language === 'en' && title_en !== null && content_en !== null
  return {
    id: createHash('sha256').update(store.nameOf(one)).digest('base64url').slice(0, 32),
    notice,
    topic: one.topic,
    ...(isEnglish
      ? {
          language: 'en',
          title: title_en,
          text: toPlainText(content_en),
          school: names.en || names.zh,
        }
      : { language: 'zh', title, text: toPlainText(content), school: names.zh }),
    path,
    url: settings.publicUrl === undefined ? '' : `${settings.publicUrl}${path}`,
    sentAt: one.published_at,
    now,
  }
}
