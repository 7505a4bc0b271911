import { openDatabase } from './database.ts'
import { drain } from './drain.ts'
import { newKey } from './fingerprint.ts'
import { inTurn } from './lock.ts'
import { openNewsLine } from './news.ts'

const database = openDatabase()
const news = openNewsLine()
const holder = `worker-${newKey()}`

/** A worker that is awake waits so long for an item whose pause is nearly over, ms. */
const SOON_MS = 3_000
const MOST_PASSES = 5

/** What the worker can send now; `left` is how many could still go by themselves later. */
export async function drainInWorker(): Promise<{ left: number }> {
  for (let passes = 1; ; passes++) {
    const pass = await inTurn(
      { database, locks: navigator.locks, mayTakeOver: () => false },
      ({ locked }) =>
        drain({ database, holder, changed: () => news.tell('changed') }, { urge: 'sign', locked }),
    )
    if (pass !== undefined && pass.sent > 0) news.tell('delivered')
    if (pass?.next === undefined) return { left: 0 }
    const pause = pass.next - Date.now()
    if (pause > SOON_MS || passes === MOST_PASSES) return { left: 1 }
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}
