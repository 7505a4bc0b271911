// The assigned room of a student, and its assignment by the office.
export {
  saveRoom,
  findRoomsWithBeds,
  findRoom,
  assignStudentBed,
  unassignStudentBed,
  swapStudentBeds,
  explainBedRefusal,
} from './store.ts'
