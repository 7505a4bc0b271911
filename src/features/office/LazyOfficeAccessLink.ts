import { lazyComponent } from '#app/ui/lazy-component.tsx'

/** `OfficeAccessLink`, whose code comes once a read was refused. */
export const LazyOfficeAccessLink = lazyComponent(
  async () => (await import('./OfficeAccessLink.tsx')).OfficeAccessLink,
)
