import { useSyncExternalStore } from 'react'

/** A value that several screens watch. */
export interface Store<T> {
  readonly get: () => T
  readonly set: (value: T) => void
  readonly watch: (onChange: () => void) => () => void
}

/** A small store outside React; `set` with the same value is silent. */
export function createStore<T>(initial: T): Store<T> {
  let value = initial
  const watchers = new Set<() => void>()
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(value, next)) return
      value = next
      watchers.forEach((watcher) => watcher())
    },
    watch: (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
  }
}

/** Watch a store in a component. */
export const useStore = <T>(store: Store<T>): T => useSyncExternalStore(store.watch, store.get)
