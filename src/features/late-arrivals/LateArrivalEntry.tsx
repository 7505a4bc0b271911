import { useNetwork } from '#app/lib/network/network-status.ts'
import { lazyComponent } from '#app/ui/lazy-component.tsx'

const LateArrivalCard = lazyComponent(
  async () => (await import('./LateArrivalCard.tsx')).LateArrivalCard,
)

/**
 * The requests to arrive late. They need a network, so no phone precaches their code, and without
 * a network nothing is shown.
 */
export const LateArrivalEntry = () => (useNetwork() === 'offline' ? null : <LateArrivalCard />)
