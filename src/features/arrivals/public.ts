// What narrows a list of students: which of them, department, building.
export { StudentFilters } from './StudentFilters.tsx'
