import webPush from 'web-push'
import type { Db } from '../../../platform/database/db.ts'
import type { Sealer } from '../../../platform/sessions/sealer.ts'

/** The VAPID keys of the campus (RFC 8292). */
export interface PushKeys {
  readonly publicKey: string
  readonly privateKey: string
}

const ABOUT = 'push key'

/**
 * Finds the VAPID keys, and makes them at the first use; of two processes one stores its keys and
 * both use these. Undefined if the keys were encrypted with another SECRETS_KEY: the phones'
 * subscriptions belong to the old key, so new keys are not made silently.
 */
export async function findPushKeys(
  db: Db,
  sealer: Sealer,
  now: Date,
): Promise<PushKeys | undefined> {
  const stored = () => db.selectFrom('push_key').selectAll().executeTakeFirst()
  let row = await stored()
  if (row === undefined) {
    const { publicKey, privateKey } = webPush.generateVAPIDKeys()
    await db
      .insertInto('push_key')
      .values({
        id: 1,
        public_key: publicKey,
        sealed: sealer.seal(privateKey, ABOUT),
        created_at: now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    row = await stored()
  }
  const privateKey = row && sealer.open(row.sealed, ABOUT)
  return row === undefined || privateKey === undefined
    ? undefined
    : { publicKey: row.public_key, privateKey }
}
