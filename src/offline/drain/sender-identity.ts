import type { SenderIdentity } from '../outbox/outbox-records.ts'
import type { OutboxDatabase } from '../storage/outbox-database.ts'

/**
 * Stores the identity under which items are sent. Pages and the worker read the token from this
 * record at the time of sending.
 */
export const setSenderIdentity = (
  database: OutboxDatabase,
  bearer: SenderIdentity,
): Promise<void> =>
  database.run({ mode: 'readwrite', stores: ['bearer'], durable: true }, async (transaction) => {
    const store = transaction.objectStore('bearer')
    const known = await store.get('bearer')
    // Whether the backend sends receipts is a property of the backend, so this value stays when
    // somebody else signs in.
    const next = { ...(known?.sendsReceipts === true && { sendsReceipts: true }), ...bearer }
    // Each start stores the identity, and a durable write makes the phone wait for its disk.
    if (JSON.stringify(known) !== JSON.stringify(next)) await store.put(next, 'bearer')
  })

/**
 * Removes the sender's identity. Nothing is sent without it, and the waiting items stay in the
 * outbox.
 */
export const clearSenderIdentity = (database: OutboxDatabase): Promise<void> =>
  database.run({ mode: 'readwrite', stores: ['bearer'], durable: true }, (transaction) =>
    transaction.objectStore('bearer').delete('bearer'),
  )
