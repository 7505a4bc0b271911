import { lazyComponent } from '#app/ui/lazy-component.tsx'

/** `RefundsCard`, which few students need. */
export const LazyRefundsCard = lazyComponent(
  async () => (await import('./RefundsCard.tsx')).RefundsCard,
)
