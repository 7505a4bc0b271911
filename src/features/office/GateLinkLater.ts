import { lazyComponent } from '#app/ui/part.tsx'

/** `OfficeAccessLink`, whose code comes once a read was refused. */
export const LazyOfficeAccessLink = lazyComponent(
  async () => (await import('./GateLink.tsx')).OfficeAccessLink,
)
