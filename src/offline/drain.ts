import { forms as knownForms } from '#contract/index'
import { type AnyForm, upcast } from '#contract/form'
import { classify, type Delivery } from './classify.ts'
import type { Database } from './database.ts'
import { exchange as realExchange } from './exchange.ts'
import type { Bearer, Item } from './item.ts'
import { createLedger } from './ledger.ts'
import type { Outcome } from './outcome.ts'

/** What a pass needs of the world; all of it can be replaced, so that the shipped code runs under a virtual clock. */
export interface Tools {
  readonly database: Database
  /** Names this sender in the lease. */
  readonly holder: string
  readonly now?: () => number
  readonly random?: () => number
  readonly exchange?: typeof realExchange
  readonly forms?: Readonly<Record<string, AnyForm>>
  /** Called after every step that others can see. */
  readonly changed?: () => void
  /** Told how every exchange ended. */
  readonly answered?: (outcome: Outcome<unknown>['type']) => void
}

/** How a pass ended: how many arrived, and when the next one is worth while (ms), if ever. */
export interface Pass {
  readonly sent: number
  readonly next?: number
  /** The session of the bound identity has ended; nothing more can be sent until it returns. */
  readonly signedOut?: true
}

/**
 * Deliver what waits, oldest first, one at a time. Call it under the lock.
 * `force` ignores our own pauses, not those that the backend asked for.
 */
export async function drain(tools: Tools, { force = false }: { force?: boolean } = {}): Promise<Pass> {
  const { database, holder, now = Date.now, random = Math.random, forms = knownForms, changed = () => {} } = tools
  const ledger = createLedger({ database, holder, forms })
  const bearer = await ledger.bearer()
  if (bearer === undefined || !(await ledger.lease(now()))) return { sent: 0 }
  await ledger.recover(bearer.subject)

  const passed = new Set<number>()
  let sent = 0
  let silences = 0
  let next: number | undefined
  let signedOut = false
  let sendsReceipts = bearer.sendsReceipts === true
  for (;;) {
    const claim = await ledger.claim(bearer.subject, { now: now(), force, passed })
    if (claim.type !== 'item') {
      if (claim.type === 'wait') next = claim.until
      break
    }
    changed()
    passed.add(claim.item.order)
    const delivery = await deliver({ ...tools, forms }, claim.item, { ...bearer, sendsReceipts }, () => ledger.lease(now()))
    await ledger.settle(claim.item, delivery, { now: now(), random: random() })
    changed()
    if (delivery.type === 'delivered') {
      sent += 1
      silences = 0
      sendsReceipts ||= delivery.echoed
    }
    if (delivery.type === 'signed-out') {
      signedOut = true
      await ledger.dropToken(bearer.token)
      break
    }
    // One silent address may be one poisoned item; two in a row are a tunnel.
    if (delivery.type === 'later' && delivery.silent) silences += 1
    if (silences === 2) {
      next = now() + 1_000
      break
    }
  }
  if (sent > 0) await ledger.trim(bearer.subject)
  await ledger.release()
  return { sent, ...(next !== undefined && { next }), ...(signedOut && { signedOut }) }
}

/**
 * Send one item: bring it up to date, look whether there is a record, then add or update (OFF-18).
 * `renew` keeps the lease; a false stops before the write.
 */
export async function deliver(
  { exchange = realExchange, forms = knownForms, answered = () => {} }: Pick<Tools, 'exchange' | 'forms' | 'answered'>,
  item: Pick<Item, 'form' | 'schemaVersion' | 'payload' | 'subject' | 'key' | 'baseVersion'>,
  bearer: Bearer,
  renew: () => Promise<boolean> = async () => true,
): Promise<Delivery> {
  const form = forms[item.form]
  const current = form === undefined ? undefined : upcast(form, item)
  // recover() parks what this version does not know, so this is an upcaster that is missing.
  if (form === undefined || current?.type !== 'ok') return { type: 'needs-you', problem: { message: '' } }

  const { token } = bearer
  let call = form.add
  if (form.find !== undefined && form.update !== undefined && form.exists !== undefined) {
    const found = await exchange({ call: form.find, input: { student: item.subject }, to: bearer, token })
    answered(found.type)
    if (found.type !== 'ok') return classify(found, { sendsReceipts: false })
    if (form.exists(found.data)) call = form.update
    // The look may have taken half a minute; without the lease somebody else is sending by now.
    if (!(await renew())) return { type: 'later', silent: false }
  }
  const answer = await exchange({ call, input: current.payload, to: bearer, token, key: item.key, ifMatch: item.baseVersion })
  answered(answer.type)
  return classify(answer, { sendsReceipts: bearer.sendsReceipts === true })
}
