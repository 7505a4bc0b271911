import type { Screen } from './screen.ts'

/** List all personal data in any storage of the browser that a page can read. */
export const findPersonalData = (page: Screen): Promise<string[]> =>
  page.evaluate(async () => {
    const found: string[] = []
    const harmless = new Set(['language', 'theme', 'textSize', 'missingFile', 'clock'])
    for (const [name, storage] of Object.entries({ localStorage, sessionStorage })) {
      for (let at = 0; at < storage.length; at++) {
        const key = storage.key(at) ?? ''
        if (!harmless.has(key) && !key.startsWith('tsr-scroll'))
          found.push(`${name} ${key}: ${storage.getItem(key)}`)
      }
    }
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase | undefined>((resolve, reject) => {
        const opening = indexedDB.open(name)
        // The database was deleted after it was listed. Opening must not create it again.
        opening.onupgradeneeded = () => {
          opening.transaction?.abort()
          resolve(undefined)
        }
        opening.onsuccess = () => resolve(opening.result)
        opening.onerror = () => reject(new Error(name))
      })
      if (database === undefined) continue
      for (const store of database.objectStoreNames) {
        const all = await new Promise<unknown[]>((resolve) => {
          const reading = database.transaction(store).objectStore(store).getAll()
          reading.onsuccess = () => resolve(reading.result)
        })
        if (all.length > 0 && store !== 'lease')
          found.push(`${name} ${store}: ${JSON.stringify(all)}`)
      }
      database.close()
    }
    for (const name of await caches.keys()) {
      for (const { url } of await (await caches.open(name)).keys()) {
        // Files of the build are not personal. Any other entry would be a cached response.
        if (!/\?hash=|\/assets\/|\/(build|build-before|packs)$/.test(url))
          found.push(`${name} ${url}`)
      }
    }
    return found
  })
