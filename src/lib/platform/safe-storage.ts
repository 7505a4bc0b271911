import { isServerRendering } from './server-rendering.ts'

/** One of the browser's two small storages, as this app uses it. */
export interface SafeStorage extends Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'clear'> {
  /** Does it keep anything beyond this page? */
  readonly isPersistent: () => boolean
}

/** Where a page is drawn for a stranger: the phone that gets it has nothing yet, and will keep. */
const NOTHING: SafeStorage = {
  getItem: () => null,
  setItem: () => {},
  removeItem: () => {},
  clear: () => {},
  isPersistent: () => true,
}

/**
 * What outlives the page. Where it throws (blocked) or is full, memory stands in its place for this
 * visit.
 */
export const safeLocalStorage = createSafeStorage('localStorage')
/** What lives as long as the tab; the same. */
export const safeSessionStorage = createSafeStorage('sessionStorage')

function createSafeStorage(name: 'localStorage' | 'sessionStorage'): SafeStorage {
  // Node has storages too, which would be everybody's.
  if (isServerRendering) return NOTHING
  const memory = new Map<string, string>()
  // Even to name a blocked storage throws.
  const attempt = <T>(work: (storage: Storage) => T, otherwise: T): T => {
    try {
      return work(globalThis[name])
    } catch {
      return otherwise
    }
  }
  const remove = (key: string) => attempt((storage) => storage.removeItem(key), undefined)
  const write = (key: string, value: string) =>
    attempt((storage) => (storage.setItem(key, value), true), false)
  return {
    getItem: (key) => memory.get(key) ?? attempt((storage) => storage.getItem(key), null),
    setItem: (key, value) => {
      if (write(key, value)) return void memory.delete(key)
      memory.set(key, value)
      // An older value would come back at the next start.
      remove(key)
    },
    removeItem: (key) => {
      memory.delete(key)
      remove(key)
    },
    clear: () => {
      memory.clear()
      attempt((storage) => storage.clear(), undefined)
    },
    isPersistent: () => {
      const could = write('probe', '')
      remove('probe')
      return could
    },
  }
}
