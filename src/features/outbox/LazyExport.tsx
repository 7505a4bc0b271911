import { lazyComponent } from '#app/ui/lazy-component.tsx'

/**
 * `ExportOutboxItems`, loaded after its page, because it contains the views of all forms, which are
 * large.
 */
export const LazyExportItems = lazyComponent(
  async () => (await import('./ExportOutboxItems.tsx')).ExportOutboxItems,
)

/** `ExportButton`, loaded after its page for the same reason. */
export const LazyExportButton = lazyComponent(
  async () => (await import('./ExportButton.tsx')).ExportButton,
)
