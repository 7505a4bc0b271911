import type { QueuedWrite } from '#contract/call'
import { formatPayloadAge } from '#contract/payload-age'
import type { AnyForm } from '#contract/queued-form'
import { classifyOutcome, type DeliveryResult } from '../drain/classify-outcome.ts'
import { createPayloadAgeHeaders, withIdempotencyKeyEcho } from '../drain/drain.ts'
import { createOutboxReceipt } from '../drain/record-outcomes.ts'
import { type OutboxDatabase, ignoreRejection } from '../storage/outbox-database.ts'
import { exchangeCall as realExchange } from '../transport/exchange-call.ts'
import type { OutboxItem } from './outbox-records.ts'

/**
 * The items of other subjects for one form, oldest first. The signed-in person must not send them
 * under their own identity.
 */
export const findItemsOfOthers = (
  database: OutboxDatabase,
  { form, subject }: { form: string; subject: string },
): Promise<OutboxItem[]> =>
  database.run({ mode: 'readonly', stores: ['items'] }, async (transaction) => {
    const items = await transaction.objectStore('items').getAll()
    return items.filter((item) => item.form === form && item.subject !== subject)
  })

/**
 * Sends an item of another subject. The call names that subject as the author and the signed-in
 * person as the sender.
 *
 * The item stays the author's: only the university's confirmation removes it. A refusal or a
 * missing response changes nothing, since the author might still be able to send the item. If both
 * send it, the university counts it once, by its content. `form.readMessage` reads the message for
 * people from a successful response.
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
  // Either nobody is signed in, or the author is. In the second case a sending round of the outbox
  // sends the item.
  if (bearer === undefined || bearer.subject === item.subject) return { type: 'signed-out' }
  const answer = await exchange({
    call,
    input,
    to: withIdempotencyKeyEcho(bearer),
    token: bearer.token,
    key: item.key,
    headers: createPayloadAgeHeaders(bearer.roots.campus, formatPayloadAge(item.capturedAt, now())),
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
