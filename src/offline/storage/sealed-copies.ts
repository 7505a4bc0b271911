import * as v from 'valibot'
import { deleteIndexedDatabases, SEAL_DATABASE } from './delete-databases.ts'
import { createReadCache } from './read-cache.ts'

/** The stored form of a query's result that only the current sign-in can decrypt. */
export const SealedValue = v.object({ iv: v.instance(Uint8Array), box: v.instance(ArrayBuffer) })

const Copy = v.object({ state: v.object({ data: v.object({ value: SealedValue }) }) })

/**
 * Deletes the sealed copies of this phone and the database with their key. The page or the worker
 * calls it, whichever first learns that the sign-in has ended.
 */
export async function deleteSealedCopies(): Promise<void> {
  const { storage } = createReadCache()
  const dropCopies = async () => {
    const all = await storage.entries().catch(() => [])
    const sealed = all.filter(([, copy]) => v.is(Copy, copy))
    await Promise.all(sealed.map(([name]) => storage.removeItem(name)))
  }
  await Promise.all([deleteIndexedDatabases([SEAL_DATABASE]), dropCopies()])
}
