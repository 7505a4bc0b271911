import { createIdempotencyKey } from '../outbox/fingerprint.ts'
import { openOutboxDatabase } from '../storage/outbox-database.ts'
import { deleteSealedCopies } from '../storage/sealed-copies.ts'
import { openOutboxChannel } from '../transport/outbox-channel.ts'
import { drainOutbox } from './drain.ts'
import { withOutboxLock } from './outbox-lock.ts'

const database = openOutboxDatabase()
const news = openOutboxChannel()
const holder = `worker-${createIdempotencyKey()}`

/** A worker that is awake waits so long for an item whose pause is nearly over, ms. */
const SOON_MS = 3_000
const MOST_ROUNDS = 5

/** What the worker can send now; `left` is how many could still go by themselves later. */
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
    // No page may open for days, and this is the first word of it.
    if (round?.expiredToken !== undefined) await deleteSealedCopies().catch(() => {})
    // Another sender took over and may die of its own: the browser is asked to wake this one again.
    if (round === undefined || round.isUnfinished === true) return { left: 1 }
    if (round.nextAt === undefined) return { left: 0 }
    const pause = round.nextAt - Date.now()
    if (pause > SOON_MS || rounds === MOST_ROUNDS) return { left: 1 }
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}
