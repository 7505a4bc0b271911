// A student's level and the campus's own fields, on the student's page of the office.
export { StudentFieldsCard } from './StudentFieldsCard.tsx'
