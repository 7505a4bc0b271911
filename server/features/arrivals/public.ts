// Who is expected, whose arrivals somebody may see, and what arrivals are looked at with.
export {
  selectExpectedStudents,
  findBuildingScope,
  type ExpectedStudentsParams,
} from './expected-students.ts'
