import { lazyComponent } from '#app/ui/lazy-component.tsx'

/** `BedReservationCard` for a page that renders without waiting for its code. */
export const LazyBedReservationCard = lazyComponent(
  async () => (await import('./BedReservationCard.tsx')).BedReservationCard,
)
