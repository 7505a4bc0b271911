import { isServerRendering } from './server-rendering.ts'

/** localStorage or sessionStorage, wrapped so that it never throws. */
export interface SafeStorage extends Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'clear'> {
  /** Whether stored values are still there after this page is closed. */
  readonly isPersistent: () => boolean
}

/**
 * The storage during server rendering. The page is rendered for an anonymous visitor, whose storage
 * is empty.
 */
const NOTHING: SafeStorage = {
  getItem: () => null,
  setItem: () => {},
  removeItem: () => {},
  clear: () => {},
  isPersistent: () => true,
}

/** localStorage. If it throws (blocked) or is full, values are in memory for this visit. */
export const safeLocalStorage = createSafeStorage('localStorage')
/** sessionStorage, with the same fallback. */
export const safeSessionStorage = createSafeStorage('sessionStorage')

function createSafeStorage(name: 'localStorage' | 'sessionStorage'): SafeStorage {
  // Node has a localStorage and a sessionStorage too, but all requests would share them.
  if (isServerRendering) return NOTHING
  const memory = new Map<string, string>()
  // If the browser blocks storage, reading `globalThis.localStorage` or `globalThis.sessionStorage`
  // throws.
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
      // The stored value is removed, because otherwise the next start would read an older value.
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
