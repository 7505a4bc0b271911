// The campus's own fields of students, and their values.
export {
  findFieldValues,
  findOwnFieldValues,
  listStudentFields,
  saveFieldValues,
  type StudentFieldDefinition,
} from './store.ts'
