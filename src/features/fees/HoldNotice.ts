import { lazyComponent } from '#app/ui/part.tsx'

/** `BedReservationCard` on a page that is drawn without waiting for it. */
export const LazyBedReservationCard = lazyComponent(
  async () => (await import('./HoldCard.tsx')).BedReservationCard,
)
