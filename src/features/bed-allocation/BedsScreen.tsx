import { AllocationDetails } from './AllocationDetails.tsx'
import { AllocationList } from './AllocationList.tsx'

/** Beds: the allocations; the address `allocation/<id>` is one of them. */
export function BedsScreen({ rest }: { rest: string }) {
  const [part, id = ''] = rest.split('/')
  return part === 'allocation' ? <AllocationDetails id={id} /> : <AllocationList />
}
