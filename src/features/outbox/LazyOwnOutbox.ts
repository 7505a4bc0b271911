import { lazyComponent } from '#app/ui/lazy-component.tsx'

/**
 * The outbox of who is bound, as a file of its own: a phone on which nobody was ever bound has no
 * use for it. Its route asks for it with the screen.
 */
export const LazyOwnOutbox = lazyComponent(async () => (await import('./OwnOutbox.tsx')).OwnOutbox)
