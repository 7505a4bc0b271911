import { lazyComponent } from '#app/ui/lazy-component.tsx'

/**
 * The signed-in user's outbox in its own chunk. A phone without a binding never needs it. The route
 * loads it together with the screen.
 */
export const LazyOwnOutbox = lazyComponent(async () => (await import('./OwnOutbox.tsx')).OwnOutbox)
