import { del, entries, get, keys, set } from 'idb-keyval'
import { createKeyValueStore } from './key-value-store.ts'

/**
 * Creates the persistent cache of queries: one record for each query, by structured clone, in its
 * own database (OFF-05 to OFF-09). After `close` this page writes nothing until `open`, so that a
 * response which arrives after an unbinding is not stored.
 */
export function createReadCache(name = 'baodao-reads') {
  const store = createKeyValueStore(name, 'reads')
  let closed = false
  return {
    storage: {
      // If the disk is full or the window is private, only the cached copy is lost.
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
