// The rooms of the dormitories with moves and closed rooms, and what is printed of a building.
export { RoomsScreen } from './RoomsScreen.tsx'
export { RoomPrints } from './RoomPrints.tsx'
