import { lazyComponent } from '#app/ui/lazy-component.tsx'

/** ExportItems after its page: it says every kind of form in words, and that is heavy. */
export const LazyExportItems = lazyComponent(
  async () => (await import('./ExportItems.tsx')).ExportItems,
)

/** ExportButton, for the same reason. */
export const LazyExportButton = lazyComponent(
  async () => (await import('./ExportButton.tsx')).ExportButton,
)
