import { lazyComponent } from '#app/ui/lazy-component.tsx'

/** `OfficeAccessLink`, whose code loads after a read was refused. */
export const LazyOfficeAccessLink = lazyComponent(
  async () => (await import('./OfficeAccessLink.tsx')).OfficeAccessLink,
)
