import * as v from 'valibot'
import { removeDatabases, SEAL_DATABASE } from './delete-databases.ts'
import { createReadCache } from './read-cache.ts'

/** What is kept of a read that only the living sign-in can open. */
export const SealedValue = v.object({ iv: v.instance(Uint8Array), box: v.instance(ArrayBuffer) })

const Copy = v.object({ state: v.object({ data: v.object({ value: SealedValue }) }) })

/**
 * Close for good what this phone keeps sealed: the key goes with its whole database, and the copies
 * themselves. At the first word that a sign-in has ended, by whoever hears it, page or worker.
 */
export async function deleteSealedCopies(): Promise<void> {
  const { storage } = createReadCache()
  const dropCopies = async () => {
    const all = await storage.entries().catch(() => [])
    const sealed = all.filter(([, copy]) => v.is(Copy, copy))
    await Promise.all(sealed.map(([name]) => storage.removeItem(name)))
  }
  await Promise.all([removeDatabases([SEAL_DATABASE]), dropCopies()])
}
