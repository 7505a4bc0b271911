import type { QueuedWrite } from '#contract/call'
import type { AnyForm } from '#contract/form'
import { spelledAge } from '#contract/words-age'
import { classify, type Delivery } from './classify.ts'
import { receiptOf } from './conclude.ts'
import { type Database, unwaited } from './database.ts'
import { aged, echoing } from './drain.ts'
import { exchange as realExchange } from './exchange.ts'
import type { Item } from './item.ts'

/** What other people have left here of one form, oldest first; nothing of it is theirs to send. */
export const leftHere = (
  database: Database,
  { form, subject }: { form: string; subject: string },
): Promise<Item[]> =>
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
export async function handOver<Input, Output>(
  {
    database,
    exchange = realExchange,
    now = Date.now,
  }: {
    readonly database: Database
    readonly exchange?: typeof realExchange
    readonly now?: () => number
  },
  item: Item,
  {
    call,
    input,
    form,
  }: {
    readonly call: QueuedWrite<Input, Output>
    readonly input: Input
    readonly form: Pick<AnyForm, 'says'>
  },
): Promise<Delivery> {
  const bearer = await database.run({ mode: 'readonly', stores: ['bearer'] }, (transaction) =>
    transaction.objectStore('bearer').get('bearer'),
  )
  // Its author is bound here, or nobody: that is the drain's work, or nobody's.
  if (bearer === undefined || bearer.subject === item.subject) return { type: 'signed-out' }
  const answer = await exchange({
    call,
    input,
    to: echoing(bearer),
    token: bearer.token,
    key: item.key,
    headers: aged(bearer.roots.campus, spelledAge(item.capturedAt, now())),
  })
  const delivery = classify(answer, {
    sendsReceipts: bearer.sendsReceipts === true,
    says: form.says,
  })
  if (delivery.type === 'delivered')
    await database.run(
      { mode: 'readwrite', stores: ['items', 'receipts'], durable: true },
      async (transaction) => {
        const items = transaction.objectStore('items')
        if ((await items.get(item.order))?.key !== item.key) return
        unwaited(items.delete(item.order))
        unwaited(transaction.objectStore('receipts').put(receiptOf(item, delivery, now())))
      },
    )
  return delivery
}
