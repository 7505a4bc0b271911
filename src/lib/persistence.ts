import { createStore, useStore } from './store.ts'

/** What the browser says of keeping what is here. 'unknown': it cannot be asked. */
export interface Persistence {
  readonly promise: 'promised' | 'not-promised' | 'unknown'
  /** So little space is left that the next form may not be kept. */
  readonly scarce: boolean
}

/**
 * Under so much free space a warning stands, bytes: a form is small, but the browser clears whole
 * sites when it is full.
 */
const SCARCE = 20_000_000

const store = createStore<Persistence>({ promise: 'unknown', scarce: false })

/** What the browser says of keeping what is here; the component follows. */
export const usePersistence = (): Persistence => useStore(store)

/** Look at what the browser promises, and how much space there is. Asks the person nothing. */
export async function checkPersistence(): Promise<void> {
  const { storage } = navigator
  const [persisted, space] = await Promise.all([
    storage?.persisted?.().catch(() => undefined),
    storage?.estimate?.().catch(() => undefined),
  ])
  const left =
    space?.quota === undefined || space.usage === undefined ? Infinity : space.quota - space.usage
  store.set({
    promise: persisted === undefined ? 'unknown' : persisted ? 'promised' : 'not-promised',
    scarce: left < SCARCE,
  })
}

let asked = false

/**
 * Ask the browser not to throw away what is here when the phone is short of space; some ask the
 * person, so it comes with the first submission of a visit, when there is something to keep.
 */
export async function askToPersist(): Promise<void> {
  await checkPersistence()
  if (asked || store.get().promise !== 'not-promised') return
  asked = true
  await navigator.storage.persist?.().catch(() => false)
  await checkPersistence()
}
