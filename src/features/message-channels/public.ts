import { lazyComponent, LOAD_AFTER_RENDER } from '#app/ui/lazy-component.tsx'

/** The settings of messages; online-only, so their code is not precached. */
export const LazyMessageSettings = lazyComponent(
  async () => (await import('./MessageSettings.tsx')).MessageSettings,
  LOAD_AFTER_RENDER,
)

/** The offer of notifications, below what a student has sent. */
export const LazyPushOffer = lazyComponent(
  async () => (await import('./PushOffer.tsx')).PushOffer,
  LOAD_AFTER_RENDER,
)
