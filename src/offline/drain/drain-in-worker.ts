import { createIdempotencyKey } from '../outbox/fingerprint.ts'
import { openOutboxDatabase } from '../storage/outbox-database.ts'
import { deleteSealedCopies } from '../storage/sealed-copies.ts'
import { openOutboxChannel } from '../transport/outbox-channel.ts'
import { drainOutbox } from './drain.ts'
import { withOutboxLock } from './outbox-lock.ts'

const database = openOutboxDatabase()
const news = openOutboxChannel()
const holder = `worker-${createIdempotencyKey()}`

/** The longest time for which the service worker keeps running until an item is due, ms. */
const SOON_MS = 3_000
const MOST_ROUNDS = 5

/**
 * Sends the items that are due from the service worker. `left` is 1 if some items can be sent later
 * without the user, otherwise 0.
 */
export async function drainInWorker(): Promise<{ left: number }> {
  for (let rounds = 1; ; rounds++) {
    const round = await withOutboxLock(
      { database, locks: navigator.locks, canTakeOver: () => false },
      ({ locked }) =>
        drainOutbox(
          { database, holder, onChange: () => news.publish('changed') },
          { trigger: 'reachable', locked },
        ),
    )
    if (round !== undefined && round.sent > 0) news.publish('delivered')
    // The worker deletes the sealed copies as soon as it learns that the sign-in has ended, because
    // perhaps no page is opened for days.
    if (round?.expiredToken !== undefined) await deleteSealedCopies().catch(() => {})
    // Another sender took over and might stop before it has finished, so the browser is asked to
    // wake this worker again.
    if (round === undefined || round.isUnfinished === true) return { left: 1 }
    if (round.nextAt === undefined) return { left: 0 }
    const pause = round.nextAt - Date.now()
    if (pause > SOON_MS || rounds === MOST_ROUNDS) return { left: 1 }
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}
