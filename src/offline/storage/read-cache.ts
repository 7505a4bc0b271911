import { del, entries, get, keys, set } from 'idb-keyval'
import { createKeyValueStore } from './key-value-store.ts'

/**
 * Where reads are kept: one record a query, by structured clone, in a database of its own (OFF-05
 * to OFF-09). After `close` this page writes nothing more until `open`, so that an answer that was on
 * its way does not come back after the unbinding.
 */
export function createReadCache(name = 'baodao-reads') {
  const store = createKeyValueStore(name, 'reads')
  let closed = false
  return {
    storage: {
      // A full phone or a private window costs the copy, not the screen.
      getItem: async <Kept>(key: string) =>
        closed ? undefined : get<Kept>(key, store).catch(() => undefined),
      setItem: async (key: string, value: unknown) => {
        if (!closed) await set(key, value, store).catch(() => undefined)
      },
      removeItem: (key: string) => del(key, store).catch(() => undefined),
      entries: () => entries<string, unknown>(store),
      keys: () => keys<string>(store),
    },
    open: () => {
      closed = false
    },
    close: () => {
      closed = true
    },
  }
}
