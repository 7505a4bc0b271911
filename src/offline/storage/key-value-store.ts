import { createStore, type UseStore } from 'idb-keyval'
import { withTimeout } from '../utilities/with-timeout.ts'
import { isConnectionLost } from './database-errors.ts'
import { abortOnPageHide, whenPageShown } from './page-hide.ts'

/** After so long without a word from the database its content counts as not there, ms. */
const PATIENCE_MS = 3_000

/**
 * A store of idb-keyval that always answers: where there is no database it rejects like a failing
 * one, and one that says nothing is waited for once. It gives way when its database is to be
 * deleted, and opens anew after that; of a connection that is lost the work is done once more.
 */
export function createKeyValueStore(name: string, storeName: string): UseStore {
  let store: UseStore | undefined
  let isSilent = false
  const once: UseStore = async (mode, work) => {
    const away = whenPageShown()
    if (away !== undefined) await away
    if (isSilent) throw new Error(`${name} does not answer`)
    store ??= createStore(name, storeName)
    const working = store(mode, (opened) => {
      const { transaction } = opened
      const { db } = transaction
      const ended = abortOnPageHide(() => transaction.abort())
      for (const type of ['complete', 'abort']) transaction.addEventListener(type, ended)
      db.onversionchange = () => {
        db.close()
        store = undefined
      }
      return work(opened)
    })
    // Late is not never.
    const heard = () => {
      isSilent = false
    }
    working.then(heard, heard)
    return withTimeout(PATIENCE_MS, working, () => {
      isSilent = true
      throw new Error(`${name} does not answer`)
    })
  }
  // A browser that is short of space closes it and takes what was in it.
  const forgetLost = (cause: unknown): never => {
    if (isConnectionLost(cause)) store = undefined
    throw cause
  }
  return async (mode, work) => {
    try {
      return await once(mode, work).catch(forgetLost)
    } catch (cause) {
      // A page that is set aside gives up its work, and nobody waits for it.
      if (!isConnectionLost(cause) || whenPageShown() !== undefined) throw cause
      return once(mode, work).catch(forgetLost)
    }
  }
}
