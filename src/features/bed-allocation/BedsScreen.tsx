import { RoomPrints, RoomsScreen } from '#app/features/dorm-rooms/public.ts'
import { AllocationDetails } from './AllocationDetails.tsx'
import { AllocationList } from './AllocationList.tsx'

/**
 * Beds: the allocations (`allocation/<id>` is one of them), the rooms of a building
 * (`rooms/<building>`), and its prints (`labels/<building>`, `book/<building>`).
 */
export function BedsScreen({ rest }: { rest: string }) {
  const [part = '', ...names] = rest.split('/')
  const name = names.join('/')
  switch (part) {
    case 'allocation':
      return <AllocationDetails id={name} />
    case 'rooms':
      return <RoomsScreen building={name} />
    case 'labels':
    case 'book':
      return <RoomPrints building={name} kind={part} />
    default:
      return <AllocationList />
  }
}
