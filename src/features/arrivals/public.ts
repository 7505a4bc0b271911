// The filters of a list of students: group, department, building.
export { StudentFilters } from './StudentFilters.tsx'
