import { createExternalStore, useExternalStore } from './store.ts'

/**
 * Whether the browser has promised to keep this site's storage. 'unknown': it has no API to ask.
 */
export interface StoragePersistence {
  readonly status: 'promised' | 'not-promised' | 'unknown'
  /** True if so little space is left that storing the next form might fail. */
  readonly isSpaceLow: boolean
}

/**
 * If less space than this is free, in bytes, a warning is shown. A form is small, but a browser
 * without free space deletes the data of whole sites.
 */
const SCARCE = 20_000_000

const store = createExternalStore<StoragePersistence>({ status: 'unknown', isSpaceLow: false })

/** Subscribes a component to the state of the storage. */
export const useStoragePersistence = (): StoragePersistence => useExternalStore(store)

/** Reads whether the storage is persistent and how much space is left. Shows no prompt. */
export async function checkStoragePersistence(): Promise<void> {
  const { storage } = navigator
  const [persisted, space] = await Promise.all([
    storage?.persisted?.().catch(() => undefined),
    storage?.estimate?.().catch(() => undefined),
  ])
  const left =
    space?.quota === undefined || space.usage === undefined ? Infinity : space.quota - space.usage
  store.set({
    status: persisted === undefined ? 'unknown' : persisted ? 'promised' : 'not-promised',
    isSpaceLow: left < SCARCE,
  })
}

let asked = false

/**
 * Asks the browser not to delete this site's storage when the phone is short of space. Some
 * browsers show a prompt, so call this function with the first submission of a visit, when there is
 * data worth keeping.
 */
export async function requestPersistentStorage(): Promise<void> {
  await checkStoragePersistence()
  if (asked || store.get().status !== 'not-promised') return
  asked = true
  await navigator.storage.persist?.().catch(() => false)
  await checkStoragePersistence()
}
