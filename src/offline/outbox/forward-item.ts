import type { QueuedWrite } from '#contract/call'
import { formatPayloadAge } from '#contract/headers-and-cookies'
import type { AnyForm } from '#contract/queued-form'
import { classifyOutcome, type DeliveryResult } from '../drain/classify-outcome.ts'
import { createAgeHeaders, withKeyEcho } from '../drain/drain.ts'
import { createOutboxReceipt } from '../drain/record-outcomes.ts'
import { type OutboxDatabase, ignoreRejection } from '../storage/outbox-database.ts'
import { exchangeCall as realExchange } from '../transport/exchange-call.ts'
import type { OutboxItem } from './outbox-records.ts'

/** What other people have left here of one form, oldest first; nothing of it is theirs to send. */
export const findItemsOfOthers = (
  database: OutboxDatabase,
  { form, subject }: { form: string; subject: string },
): Promise<OutboxItem[]> =>
  database.run({ mode: 'readonly', stores: ['items'] }, async (transaction) => {
    const items = await transaction.objectStore('items').getAll()
    return items.filter((item) => item.form === form && item.subject !== subject)
  })

/**
 * Deliver what somebody else has left here, under a call that names them as its author and whoever
 * is bound as its bearer. The item stays theirs: only the university's confirmation ends it, a
 * refusal or a silence changes nothing, since its author may still be let in with it. Sent by both
 * of them it is one, by its words. `form` says what a good answer tells people.
 */
export async function forwardItem<Input, Output>(
  {
    database,
    exchange = realExchange,
    now = Date.now,
  }: {
    readonly database: OutboxDatabase
    readonly exchange?: typeof realExchange
    readonly now?: () => number
  },
  item: OutboxItem,
  {
    call,
    input,
    form,
  }: {
    readonly call: QueuedWrite<Input, Output>
    readonly input: Input
    readonly form: Pick<AnyForm, 'readMessage'>
  },
): Promise<DeliveryResult> {
  const bearer = await database.run({ mode: 'readonly', stores: ['bearer'] }, (transaction) =>
    transaction.objectStore('bearer').get('bearer'),
  )
  // Its author is bound here, or nobody: that is the drain's work, or nobody's.
  if (bearer === undefined || bearer.subject === item.subject) return { type: 'signed-out' }
  const answer = await exchange({
    call,
    input,
    to: withKeyEcho(bearer),
    token: bearer.token,
    key: item.key,
    headers: createAgeHeaders(bearer.roots.campus, formatPayloadAge(item.capturedAt, now())),
  })
  const delivery = classifyOutcome(answer, {
    sendsReceipts: bearer.sendsReceipts === true,
    says: form.readMessage,
  })
  if (delivery.type === 'delivered')
    await database.run(
      { mode: 'readwrite', stores: ['items', 'receipts'], durable: true },
      async (transaction) => {
        const items = transaction.objectStore('items')
        if ((await items.get(item.order))?.key !== item.key) return
        ignoreRejection(items.delete(item.order))
        ignoreRejection(
          transaction.objectStore('receipts').put(createOutboxReceipt(item, delivery, now())),
        )
      },
    )
  return delivery
}
