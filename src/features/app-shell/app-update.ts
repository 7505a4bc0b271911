import { createStore, useStore } from '#app/lib/platform/store.ts'

const store = createStore<(() => void) | null>(null)

/** A newer version is on the phone; `apply` changes over to it by a reload. */
export const offerUpdate = (apply: () => void): void => store.set(apply)

/** Not now: the new version takes over at the next start. */
export const declineUpdate = (): void => store.set(null)

/** What applies the offered update, if there is one. */
export const useUpdate = (): (() => void) | null => useStore(store)
