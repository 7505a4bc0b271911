import type { SenderIdentity } from '../outbox/outbox-records.ts'
import type { OutboxDatabase } from '../storage/outbox-database.ts'

/** Say who sends from now on; page and worker take the token from here at sending time. */
export const setSenderIdentity = (
  database: OutboxDatabase,
  bearer: SenderIdentity,
): Promise<unknown> =>
  database.run({ mode: 'readwrite', stores: ['bearer'], durable: true }, async (transaction) => {
    const store = transaction.objectStore('bearer')
    const known = await store.get('bearer')
    // What was learned of the backend outlives the sign-in.
    return store.put(
      { ...(known?.sendsReceipts === true && { sendsReceipts: true }), ...bearer },
      'bearer',
    )
  })

/** Nobody sends from now on; what waits stays. */
export const clearSenderIdentity = (database: OutboxDatabase): Promise<void> =>
  database.run({ mode: 'readwrite', stores: ['bearer'], durable: true }, (transaction) =>
    transaction.objectStore('bearer').delete('bearer'),
  )
