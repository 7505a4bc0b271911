// The expected students, the buildings that a staff member is allowed to see, and the filter of
// arrivals.
export {
  selectExpectedStudents,
  findBuildingScope,
  type ExpectedStudentsParams,
} from './expected-students.ts'
