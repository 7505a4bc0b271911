import { lazyComponent } from '#app/ui/lazy-component.tsx'

/** `BedReservationCard` on a page that is drawn without waiting for it. */
export const LazyBedReservationCard = lazyComponent(
  async () => (await import('./BedReservationCard.tsx')).BedReservationCard,
)
