// The room that a student was given, and how the office gives it.
export {
  saveRoom,
  findRoomsWithBeds,
  findRoom,
  assignStudentBed,
  unassignStudentBed,
} from './store.ts'
