import { openDatabase } from './database.ts'
import { drain } from './drain.ts'
import { newKey } from './fingerprint.ts'
import { inTurn } from './lock.ts'
import { openNewsLine } from './news.ts'

const database = openDatabase()
const news = openNewsLine()
const holder = `worker-${newKey()}`

/** One pass of the worker's; `left` is how many could still go by themselves later. */
export async function drainInWorker(): Promise<{ left: number }> {
  const pass = await inTurn({ database, locks: navigator.locks, mayTakeOver: () => false }, ({ locked }) =>
    drain({ database, holder, changed: () => news.tell('changed') }, { urge: 'sign', locked }),
  )
  if (pass !== undefined && pass.sent > 0) news.tell('delivered')
  return { left: pass?.next === undefined ? 0 : 1 }
}
