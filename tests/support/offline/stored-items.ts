import { queuedForms } from '#contract/forms'
import type { OutboxItem, DeliveryReceipt } from '#offline/outbox/outbox-records'
import type { OutboxDatabase } from '#offline/storage/outbox-database'
import { sampleTravel } from './offline-page.ts'

const shared = { order: 1, subject: 's1', form: 'travel', payload: sampleTravel(), capturedAt: 0 }

/** Store items and receipts as an earlier sending attempt would have left them. */
export const storeItems = (
  database: OutboxDatabase,
  items: readonly Partial<OutboxItem>[],
  receipts: readonly Partial<DeliveryReceipt>[] = [],
): Promise<void> =>
  database.run({ mode: 'readwrite', stores: ['items', 'receipts'] }, async (transaction) => {
    for (const [at, item] of items.entries())
      await transaction.objectStore('items').put({
        ...shared,
        order: at + 1,
        key: `key-${item.order ?? at + 1}`,
        schemaVersion: queuedForms[item.form ?? shared.form]?.schemaVersion ?? 1,
        payloadHash: '',
        state: 'waiting',
        attempts: 0,
        nextAttemptAt: 0,
        ...item,
      })
    for (const receipt of receipts)
      await transaction
        .objectStore('receipts')
        .put({ ...shared, key: `key-${receipt.order ?? 1}`, deliveredAt: 0, ...receipt })
  })
