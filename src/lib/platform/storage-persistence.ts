import { createStore, useStore } from './store.ts'

/** What the browser says of keeping what is here. 'unknown': it cannot be asked. */
export interface StoragePersistence {
  readonly status: 'promised' | 'not-promised' | 'unknown'
  /** So little space is left that the next form may not be kept. */
  readonly isSpaceLow: boolean
}

/**
 * Under so much free space a warning stands, bytes: a form is small, but the browser clears whole
 * sites when it is full.
 */
const SCARCE = 20_000_000

const store = createStore<StoragePersistence>({ status: 'unknown', isSpaceLow: false })

/** What the browser says of keeping what is here; the component follows. */
export const useStoragePersistence = (): StoragePersistence => useStore(store)

/** Look at what the browser promises, and how much space there is. Asks the person nothing. */
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
 * Ask the browser not to throw away what is here when the phone is short of space; some ask the
 * person, so it comes with the first submission of a visit, when there is something to keep.
 */
export async function requestPersistentStorage(): Promise<void> {
  await checkStoragePersistence()
  if (asked || store.get().status !== 'not-promised') return
  asked = true
  await navigator.storage.persist?.().catch(() => false)
  await checkStoragePersistence()
}
