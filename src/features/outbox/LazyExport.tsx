import { lazyComponent } from '#app/ui/lazy-component.tsx'

/** ExportItems, loaded after its page: it contains the views of all forms, which are large. */
export const LazyExportItems = lazyComponent(
  async () => (await import('./ExportItems.tsx')).ExportItems,
)

/** ExportButton, loaded later for the same reason. */
export const LazyExportButton = lazyComponent(
  async () => (await import('./ExportButton.tsx')).ExportButton,
)
