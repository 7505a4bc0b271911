import { queuedForms as knownForms } from '#contract/forms'
import { formatPayloadAge, PAYLOAD_AGE_HEADER } from '#contract/headers-and-cookies'
import {
  type AnyForm,
  createExistenceCheck,
  hasExistenceCheck,
  upcastPayload,
} from '#contract/queued-form'
import { hasRecord } from '#contract/rules'
import { createIdempotencyKey } from '../outbox/fingerprint.ts'
import type { SenderIdentity, OutboxItem } from '../outbox/outbox-records.ts'
import type { OutboxDatabase } from '../storage/outbox-database.ts'
import { exchangeCall as realExchange } from '../transport/exchange-call.ts'
import type { Outcome } from '../transport/outcome.ts'
import { classifyOutcome, type DeliveryResult } from './classify-outcome.ts'
import { createLedger } from './outbox-ledger.ts'
import type { ItemOutcome } from './record-outcomes.ts'
import type { SendTrigger } from './schedule.ts'

/**
 * What a round needs of the world; all of it can be replaced, so that the shipped code runs under a
 * virtual clock.
 */
export interface DrainDependencies {
  readonly database: OutboxDatabase
  /** Names this page or worker in the lease. */
  readonly holder: string
  readonly now?: () => number
  readonly random?: () => number
  readonly exchange?: typeof realExchange
  readonly forms?: Readonly<Record<string, AnyForm>>
  /** Called after every step that others can see. */
  readonly onChange?: () => void
  /** Told how every exchange ended. */
  readonly onAnswer?: (outcome: Outcome<unknown>['type']) => void
  /**
   * False when the phone knows that it is offline: what was not tried yet is then left as it is,
   * for newer words to replace.
   */
  readonly canTry?: () => boolean
}

/** How a round ended: how many arrived, and when the next one is worth while (ms), if ever. */
export interface DrainResult {
  readonly sent: number
  /** Another sender took the lease: what was being sent here waits for that one, if it lives. */
  readonly isUnfinished?: true
  readonly nextAt?: number
  /** This token is dead: nothing more can be sent until the person has signed in again. */
  readonly expiredToken?: string
}

/** How many items one transaction claims; they are sent one after the other. */
const AT_ONCE = 16
/** Outcomes are written down at the latest after so long, even in the middle of a claim, ms. */
const WRITE_DOWN_MS = 100

/**
 * One round of the outbox (docs/offline.md): deliver what waits, oldest first, one at a time. Call
 * it inside `inTurn`, which says whether there is a lock. `trigger`: why now, and so which pauses
 * count.
 */
export async function drainOutbox(
  tools: DrainDependencies,
  { trigger = 'schedule', locked = false }: { trigger?: SendTrigger; locked?: boolean } = {},
): Promise<DrainResult> {
  const {
    database,
    holder,
    now = Date.now,
    random = Math.random,
    forms = knownForms,
    onChange = () => {},
    canTry = () => true,
  } = tools
  // A lease belongs to a round, not to a page: of two rounds of one page, one of them robbed, only
  // one may go on.
  const ledger = createLedger({ database, holder: `${holder} ${createIdempotencyKey()}`, forms })
  const beginning = await ledger.begin(now(), { locked, random: random() })
  if (beginning.type === 'nobody') return { sent: 0 }
  if (beginning.type === 'wait') return { sent: 0, nextAt: beginning.until }
  const { bearer } = beginning

  const attemptedOrders = new Set<number>()
  let concluded: ItemOutcome[] = []
  let sent = 0
  let heardAt: number | undefined
  let silences = 0
  let next: number | undefined
  let end: 'signed-out' | 'silence' | 'lease-lost' | 'offline' | undefined
  let unfinished = false
  let sendsReceipts = bearer.sendsReceipts === true
  while (end === undefined) {
    if (!canTry()) break
    const claim = await ledger.advance({
      concluded,
      now: now(),
      claim: { subject: bearer.subject, trigger, attemptedOrders, limit: AT_ONCE },
    })
    concluded = []
    onChange()
    if (claim.type === 'wait') next = claim.until
    if (claim.type === 'lease-lost') end = 'lease-lost'
    if (claim.type !== 'items') break
    let written = now()
    for (const item of claim.items) {
      attemptedOrders.add(item.order)
      if (end === undefined && !canTry()) end = 'offline'
      if (end !== undefined) {
        concluded.push({ item, delivery: { type: 'untouched' }, at: now(), random: 0 })
        continue
      }
      const delivery = await deliverItem(
        { ...tools, forms },
        item,
        { ...bearer, sendsReceipts },
        () => ledger.renew(now()),
      )
      concluded.push({ item, delivery, at: now(), random: random() })
      if (delivery.type === 'delivered') {
        sent += 1
        sendsReceipts ||= delivery.echoed
        heardAt = delivery.at ?? heardAt
      }
      // One item without an answer may be the item's fault; two in a row are a tunnel.
      silences = delivery.type === 'later' && delivery.silent ? silences + 1 : 0
      if (delivery.type === 'signed-out') end = 'signed-out'
      if (silences === 2) end = 'silence'
      if (now() - written >= WRITE_DOWN_MS) {
        const { type } = await ledger.advance({ concluded, now: now() })
        if (type === 'lease-lost') end = 'lease-lost'
        concluded = []
        written = now()
        onChange()
      }
    }
  }
  if (concluded.length > 0) {
    const { type } = await ledger.advance({ concluded, now: now() })
    if (type === 'lease-lost') unfinished = true
  }
  if (end === 'signed-out') await ledger.dropToken(bearer.token)
  if (end === 'silence') next = now() + 1_000
  await ledger.finish(bearer, heardAt)
  onChange()
  return {
    sent,
    ...(next !== undefined && { nextAt: next }),
    ...((unfinished || end === 'lease-lost') && { isUnfinished: true }),
    ...(end === 'signed-out' && { expiredToken: bearer.token }),
  }
}

/**
 * Send one item: bring it up to date, check whether there is a record, then add or update (OFF-18).
 * `renew` keeps the lease; a false stops before the write.
 */
export async function deliverItem(
  {
    exchange = realExchange,
    forms = knownForms,
    onAnswer = () => {},
    now = Date.now,
  }: Pick<DrainDependencies, 'exchange' | 'forms' | 'onAnswer' | 'now'>,
  item: Pick<
    OutboxItem,
    'form' | 'schemaVersion' | 'payload' | 'subject' | 'key' | 'baseVersion' | 'capturedAt'
  >,
  bearer: SenderIdentity,
  renew: () => Promise<boolean> = async () => true,
): Promise<DeliveryResult> {
  const form = forms[item.form]
  const current = form === undefined ? undefined : upcastPayload(form, item)
  if (form === undefined || current?.type !== 'ok') return { type: 'parked' }

  const { token } = bearer
  let call = form.add
  let checked = false
  let payload = current.payload
  if (hasExistenceCheck(form)) {
    const found = await exchange({
      call: createExistenceCheck(form.find),
      input: { student: item.subject },
      to: bearer,
      token,
    })
    onAnswer(found.type)
    if (found.type !== 'ok') return classifyOutcome(found, { sendsReceipts: false })
    checked = true
    if (hasRecord(found.data)) call = form.update
    payload = form.completePayload?.(payload, found.data) ?? payload
    // The check may have taken half a minute; without the lease somebody else is sending by now.
    if (!(await renew())) return { type: 'later', silent: false, heard: true }
  }
  const answer = await exchange({
    call,
    input: payload,
    to: withKeyEcho(bearer),
    token,
    key: item.key,
    ifMatch: item.baseVersion,
    headers: createAgeHeaders(bearer.roots.campus, formatPayloadAge(item.capturedAt, now())),
  })
  onAnswer(answer.type)
  return classifyOutcome(answer, {
    sendsReceipts: bearer.sendsReceipts === true,
    checked,
    says: form.readMessage,
  })
}

/**
 * The bearer of a request with a key: a campus that has echoed one before echoes them all, whether
 * or not its page says so.
 */
export const withKeyEcho = (bearer: SenderIdentity): SenderIdentity =>
  bearer.sendsReceipts === true ? { ...bearer, echoesKeys: true } : bearer

/**
 * The header that says how old words are. To our own origin only: elsewhere a header that a backend
 * does not expect keeps the request back.
 */
export const createAgeHeaders = (root: string, age: string | undefined) =>
  age === undefined || /^https?:/.test(root) ? undefined : { [PAYLOAD_AGE_HEADER]: age }
