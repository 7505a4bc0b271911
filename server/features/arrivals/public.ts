// The expected students, the buildings that a staff member may see, and the filter of arrivals.
export {
  selectExpectedStudents,
  findBuildingScope,
  type ExpectedStudentsParams,
} from './expected-students.ts'
