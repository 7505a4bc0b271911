/**
 * Runs in the page: returns all data that the app has stored on the phone, as texts, by place
 * ("baodao-outbox/items", "cache files", "local"). A picture is represented by its type and size.
 */
export async function readStoredData(): Promise<Record<string, { key: string; value: string }[]>> {
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result))
      request.addEventListener('error', () => reject(request.error ?? new Error('unreadable')))
    })
  const text = (value: unknown) =>
    JSON.stringify(value, (_, part: unknown) =>
      part instanceof Blob ? `picture ${part.type} ${part.size}` : part,
    )
  const all = (storage: Storage) =>
    Object.entries(storage).map(([key, value]) => ({ key, value: String(value) }))
  const found: Awaited<ReturnType<typeof readStoredData>> = {
    local: all(localStorage),
    session: all(sessionStorage),
  }
  for (const { name = '' } of await indexedDB.databases()) {
    const opening = indexedDB.open(name)
    // The database was deleted after it was listed. Opening must not create it again.
    let isGone = false
    opening.addEventListener('upgradeneeded', () => {
      isGone = true
      opening.transaction?.abort()
    })
    const open = await done(opening).catch((cause: unknown) => {
      if (!isGone) throw cause
    })
    if (open === undefined) continue
    for (const one of open.objectStoreNames) {
      const store = open.transaction(one).objectStore(one)
      const [keys, values] = await Promise.all([done(store.getAllKeys()), done(store.getAll())])
      found[`${name}/${one}`] = values.map((value, at) => ({
        key: typeof keys[at] === 'string' ? keys[at] : text(keys[at]),
        value: text(value),
      }))
    }
    open.close()
  }
  for (const name of await caches.keys()) {
    const cache = await caches.open(name)
    const entries = []
    for (const request of await cache.keys())
      entries.push({ key: request.url, value: (await (await cache.match(request))?.text()) ?? '' })
    found[`cache ${name}`] = entries
  }
  return found
}
