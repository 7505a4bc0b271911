import { createStore, type UseStore } from 'idb-keyval'
import { withTimeout } from '../utilities/with-timeout.ts'
import { isConnectionLost } from './database-errors.ts'
import { abortOnPageHide, whenPageShown } from './page-hide.ts'

/** The longest wait for the database, ms. After that time the content counts as absent. */
const TIMEOUT_MS = 3_000

/**
 * Creates a store of idb-keyval whose promises always settle. It rejects if there is no database,
 * and waits only once for a database that does not respond. It closes its connection when the
 * database is to be deleted, and opens a new connection afterwards. After a lost connection it
 * repeats the work once.
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
    // A response, even a late one, shows that the database works.
    const markResponsive = () => {
      isSilent = false
    }
    working.then(markResponsive, markResponsive)
    return withTimeout(TIMEOUT_MS, working, () => {
      isSilent = true
      throw new Error(`${name} does not answer`)
    })
  }
  // A browser that is short of space closes the connection and deletes the content.
  const forgetLost = (cause: unknown): never => {
    if (isConnectionLost(cause)) store = undefined
    throw cause
  }
  return async (mode, work) => {
    try {
      return await once(mode, work).catch(forgetLost)
    } catch (cause) {
      // A page that enters the back/forward cache aborts its work, and no code waits for the
      // result.
      if (!isConnectionLost(cause) || whenPageShown() !== undefined) throw cause
      return once(mode, work).catch(forgetLost)
    }
  }
}
