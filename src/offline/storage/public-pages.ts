/**
 * The cache in which the worker stores pages that the campus rendered for visitors about whom the
 * phone stores nothing (sw/public-pages.ts). `scope` is the worker's scope.
 */
export const publicPagesCache = (scope: string): string => `public ${scope}`

/** Deletes these pages, because this phone now shows others; does nothing without storage. */
export async function deletePublicPages(scope: string): Promise<void> {
  if ('caches' in globalThis) await caches.delete(publicPagesCache(scope)).catch(() => {})
}
