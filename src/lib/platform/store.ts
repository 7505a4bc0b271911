import {
  createContext,
  createElement,
  use,
  type FunctionComponent,
  type ReactNode,
  useSyncExternalStore,
} from 'react'

/** A value that several screens watch. */
export interface Store<T> {
  readonly get: () => T
  readonly set: (value: T) => void
  readonly subscribe: (onChange: () => void) => () => void
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
    subscribe: (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
  }
}

/**
 * Watch a store in a component. `served`: what the backend has drawn a page with, where a phone may
 * know better by the time that it takes the page over.
 */
export const useStore = <T>(store: Store<T>, served: () => T = store.get): T =>
  useSyncExternalStore(store.subscribe, store.get, served)

/**
 * A store that nearly every component watches: watched once, at the top of the app, and handed down
 * from there. Each component watching by itself costs a phone several hundred bytes and a check at
 * every drawing. Above `Provider`, `useValue` gives the value of the moment.
 */
export function createStoreProvider<T>(store: Store<T>): {
  readonly useValue: () => T
  readonly Provider: FunctionComponent<{ children: ReactNode }>
} {
  const Handed = createContext<T | typeof NOT_HANDED>(NOT_HANDED)
  return {
    useValue: () => {
      const handed = use(Handed)
      return handed === NOT_HANDED ? store.get() : handed
    },
    Provider: ({ children }) => createElement(Handed, { value: useStore(store) }, children),
  }
}

const NOT_HANDED = Symbol('not handed down')
