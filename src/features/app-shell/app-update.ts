import { createExternalStore, useExternalStore } from '#app/lib/platform/store.ts'

const store = createExternalStore<(() => void) | null>(null)

/** Offers a newer version that is stored on the phone; `apply` activates it by a reload. */
export const offerUpdate = (apply: () => void): void => store.set(apply)

/** Declines the update; the new version is activated at the next start. */
export const declineUpdate = (): void => store.set(null)

/** Returns the function that applies the offered update, if there is one. */
export const useUpdate = (): (() => void) | null => useExternalStore(store)
