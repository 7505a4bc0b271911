// The expected students, the buildings that a staff member is allowed to see, and the filter of
// arrivals.
export {
  selectExpectedStudents,
  findBuildingScope,
  type ExpectedStudentsParams,
} from './expected-students.ts'
// The expected students with a travel form, by the day and hour that the form names.
export { ANNOUNCED_HOUR, ANNOUNCED_SUMS, selectAnnouncedArrivals } from './announced-arrivals.ts'
