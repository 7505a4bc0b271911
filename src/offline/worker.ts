import { openDatabase } from './database.ts'
import { drain } from './drain.ts'
import { newKey } from './fingerprint.ts'
import { inTurn } from './lock.ts'
import { openNewsLine } from './news.ts'
import { closeSealedCopies } from './sealed-copies.ts'

const database = openDatabase()
const news = openNewsLine()
const holder = `worker-${newKey()}`

/** A worker that is awake waits so long for an item whose pause is nearly over, ms. */
const SOON_MS = 3_000
const MOST_ROUNDS = 5

/** What the worker can send now; `left` is how many could still go by themselves later. */
export async function drainInWorker(): Promise<{ left: number }> {
  for (let rounds = 1; ; rounds++) {
    const round = await inTurn(
      { database, locks: navigator.locks, mayTakeOver: () => false },
      ({ locked }) =>
        drain({ database, holder, changed: () => news.tell('changed') }, { urge: 'sign', locked }),
    )
    if (round !== undefined && round.sent > 0) news.tell('delivered')
    // No page may open for days, and this is the first word of it.
    if (round?.signedOut !== undefined) await closeSealedCopies().catch(() => {})
    // Another sender took over and may die of its own: the browser is asked to wake this one again.
    if (round === undefined || round.unfinished === true) return { left: 1 }
    if (round.next === undefined) return { left: 0 }
    const pause = round.next - Date.now()
    if (pause > SOON_MS || rounds === MOST_ROUNDS) return { left: 1 }
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}
