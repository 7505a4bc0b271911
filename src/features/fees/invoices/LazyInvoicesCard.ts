import { lazyComponent } from '#app/ui/lazy-component.tsx'

/** `InvoicesCard`, which asks for the student's invoices when it is loaded. */
export const LazyInvoicesCard = lazyComponent(
  async () => (await import('./InvoicesCard.tsx')).InvoicesCard,
)
