import {
  createContext,
  createElement,
  use,
  type FunctionComponent,
  type ReactNode,
  useSyncExternalStore,
} from 'react'

/** A value that several components subscribe to. */
export interface ExternalStore<T> {
  readonly get: () => T
  readonly set: (value: T) => void
  readonly subscribe: (onChange: () => void) => () => void
}

/** Creates a store outside React; `set` with the same value notifies nobody. */
export function createExternalStore<T>(initial: T): ExternalStore<T> {
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
 * Subscribes a component to a store. `served` returns the value with which the server rendered the
 * page. Pass it if the phone's value might differ at the time of hydration.
 */
export const useExternalStore = <T>(store: ExternalStore<T>, served: () => T = store.get): T =>
  useSyncExternalStore(store.subscribe, store.get, served)

/**
 * Creates a provider for a store that nearly every component uses. The provider subscribes once, at
 * the top of the app, and passes the value by context. A subscription in each component would cost
 * a phone several hundred bytes and a check at every render. Above `Provider`, `useValue` returns
 * the current value. `useStore` is the hook with which the provider subscribes.
 */
export function createStoreProvider<T>(
  store: ExternalStore<T>,
  useStore: (store: ExternalStore<T>) => T = useExternalStore,
): {
  readonly useValue: () => T
  readonly Provider: FunctionComponent<{ children: ReactNode }>
  /** Provides another value to a part of the page. */
  readonly Context: FunctionComponent<{ value: T; children: ReactNode }>
} {
  const StoreContext = createContext<T | typeof NOT_PROVIDED>(NOT_PROVIDED)
  return {
    Context: StoreContext,
    useValue: () => {
      const provided = use(StoreContext)
      return provided === NOT_PROVIDED ? store.get() : provided
    },
    Provider: ({ children }) => createElement(StoreContext, { value: useStore(store) }, children),
  }
}

const NOT_PROVIDED = Symbol('not handed down')
