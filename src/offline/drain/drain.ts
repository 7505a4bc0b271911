import { findQueuedForm } from '#contract/forms'
import { formatPayloadAge, PAYLOAD_AGE_HEADER } from '#contract/payload-age'
import {
  type FindQueuedForm,
  createExistenceCheck,
  hasExistenceCheck,
  upcastPayload,
} from '#contract/queued-form'
import { isRecordResponse } from '#contract/rules'
import { listFiles, readAttachmentBytes } from '../outbox/attachments.ts'
import { createIdempotencyKey } from '../outbox/fingerprint.ts'
import type { SenderIdentity, OutboxItem, UploadProgress } from '../outbox/outbox-records.ts'
import type { OutboxDatabase } from '../storage/outbox-database.ts'
import { exchangeCall as realExchange } from '../transport/exchange-call.ts'
import type { exchangeUpload } from '../transport/exchange-upload.ts'
import type { CallOutcome } from '../transport/outcome.ts'
import { classifyOutcome } from './classify-outcome.ts'
import { createOutboxLedger } from './outbox-ledger.ts'
import type { ItemOutcome } from './record-outcomes.ts'
import type { SendTrigger } from './schedule.ts'

/**
 * The dependencies of a sending round. All of them can be replaced, so that tests run the shipped
 * code under a virtual clock.
 */
export interface DrainDependencies {
  readonly database: OutboxDatabase
  /** The name of this page or worker in the lease. */
  readonly holder: string
  readonly now?: () => number
  readonly random?: () => number
  readonly exchange?: typeof realExchange
  readonly upload?: typeof exchangeUpload
  readonly findForm?: FindQueuedForm
  /** Called after each step of the round, when the result of the step is stored. */
  readonly onChange?: () => void
  /** Called with the outcome of every request. */
  readonly onAnswer?: (outcome: CallOutcome<unknown>['type']) => void
  /**
   * False while the phone reports that it is offline. The round then ends, and items that were not
   * attempted yet stay unchanged, so that a newer submission can replace them.
   */
  readonly canTry?: () => boolean
}

/**
 * The result of a sending round: the number of items delivered, and when the next round is
 * worthwhile (ms since the epoch), if at all.
 */
export interface DrainResult {
  readonly sent: number
  /**
   * Another sender took the lease. The items claimed by this round wait for that sender, or for the
   * end of its lease.
   */
  readonly isUnfinished?: true
  readonly nextAt?: number
  /** The token that the campus rejected. Nothing is sent until the student has signed in again. */
  readonly expiredToken?: string
}

/** The number of items that one transaction claims. The items are sent one after the other. */
const AT_ONCE = 16
/** The longest time for which the files of an item are uploaded before other items are sent, ms. */
const UPLOAD_TURN_MS = 20_000
/** Outcomes are stored at least this often, even in the middle of a claim, ms. */
const WRITE_DOWN_MS = 100

/**
 * Runs one sending round of the outbox (docs/offline.md): sends the waiting items, oldest first,
 * one at a time. Call it inside `withOutboxLock`, which passes `locked`: whether this sender holds
 * the Web Lock. `trigger` is the reason for the round and decides which pauses apply.
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
    findForm = findQueuedForm,
    onChange = () => {},
    canTry = () => true,
  } = tools
  // The lease belongs to a round, not to a page. If the lock of a page's round is stolen, the page
  // might run two rounds at once; only one of them can hold the lease and continue.
  const ledger = createOutboxLedger({
    database,
    holder: `${holder} ${createIdempotencyKey()}`,
    findForm,
  })
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
    for (const item of putFilesLast(claim.items, findForm)) {
      attemptedOrders.add(item.order)
      if (end === undefined && !canTry()) end = 'offline'
      if (end !== undefined) {
        concluded.push({ item, delivery: { type: 'untouched' }, at: now(), random: 0 })
        continue
      }
      const delivery = await deliverItem(
        { ...tools, findForm },
        item,
        { ...bearer, sendsReceipts },
        {
          renew: (upload) => ledger.renew(now(), upload && { ...upload, item }),
          readFile: (id) => readAttachmentBytes(database, id),
          until: now() + UPLOAD_TURN_MS,
        },
      )
      concluded.push({ item, delivery, at: now(), random: random() })
      if (delivery.type === 'delivered') {
        sent += 1
        sendsReceipts ||= delivery.echoed
        heardAt = delivery.at ?? heardAt
      }
      // One request without a response can be the fault of its item. Two in a row mean that the
      // phone is offline.
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
 * Sends one item: upgrades its payload to the current schema version, checks whether the university
 * already has a record, then calls add or update (OFF-18). The files of the item are uploaded first.
 * `renew` renews the lease. If it resolves to false, add or update is not called. `until` is the time
 * at which an upload gives way to other items, ms since the epoch; the result is then 'untouched'.
 */
export async function deliverItem(
  {
    exchange = realExchange,
    upload,
    findForm = findQueuedForm,
    onAnswer = () => {},
    now = Date.now,
  }: Pick<DrainDependencies, 'exchange' | 'upload' | 'findForm' | 'onAnswer' | 'now'>,
  item: Pick<
    OutboxItem,
    'form' | 'schemaVersion' | 'payload' | 'subject' | 'key' | 'baseVersion' | 'capturedAt'
  >,
  bearer: SenderIdentity,
  {
    renew = async () => true,
    readFile = async () => undefined,
    until = Infinity,
  }: {
    readonly renew?: (progress?: UploadProgress) => Promise<boolean>
    readonly readFile?: (id: string) => Promise<ArrayBuffer | undefined>
    readonly until?: number
  } = {},
): Promise<ItemOutcome['delivery']> {
  const form = findForm(item.form)
  const current = form === undefined ? undefined : upcastPayload(form, item)
  if (form === undefined || current?.type !== 'ok') return { type: 'parked' }

  const files = listFiles(form, item)
  if (files.length > 0) {
    const tools = { exchange, upload, readFile, now, onAnswer, renew, until }
    // Few phones have files to upload, and an upload needs a network like this request.
    const loaded = await import('./upload-attachments.ts').catch(() => undefined)
    if (loaded === undefined) return { type: 'later', silent: true, campusResponded: false }
    const unfinished = await loaded.uploadAttachments(tools, { form: item.form, files }, bearer)
    if (unfinished !== undefined) return unfinished
  }
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
    if (isRecordResponse(found.data)) call = form.update
    payload = form.completePayload?.(payload, found.data) ?? payload
    // The check can take half a minute. If the lease was lost meanwhile, another sender is already
    // sending this item.
    if (!(await renew())) return { type: 'later', silent: false, campusResponded: true }
  }
  const answer = await exchange({
    call,
    input: payload,
    to: withIdempotencyKeyEcho(bearer),
    token,
    key: item.key,
    ifMatch: item.baseVersion,
    headers: createPayloadAgeHeaders(bearer.roots.campus, formatPayloadAge(item.capturedAt, now())),
  })
  onAnswer(answer.type)
  return classifyOutcome(answer, {
    sendsReceipts: bearer.sendsReceipts === true,
    checked,
    says: form.readMessage,
  })
}

// Files take long, and the claimed items are independent of each other.
function putFilesLast(items: readonly OutboxItem[], findForm: FindQueuedForm): OutboxItem[] {
  const hasFiles = (item: OutboxItem) => listFiles(findForm(item.form), item).length > 0
  return [...items.filter((item) => !hasFiles(item)), ...items.filter(hasFiles)]
}

/**
 * The sender's identity for a request with an idempotency key. A campus that has echoed one key
 * echoes all keys, whether or not its page settings say so.
 */
export const withIdempotencyKeyEcho = (bearer: SenderIdentity): SenderIdentity =>
  bearer.sendsReceipts === true ? { ...bearer, echoesKeys: true } : bearer

/**
 * The header that states the age of a payload. It is sent to the app's own origin only. At another
 * origin a header that the server does not expect makes the CORS preflight fail, and the browser
 * then does not send the request.
 */
export const createPayloadAgeHeaders = (root: string, age: string | undefined) =>
  age === undefined || /^https?:/.test(root) ? undefined : { [PAYLOAD_AGE_HEADER]: age }
