import { contentImportWords } from './import-content.ts'
import { dormImportWords } from './import-dorm.ts'
import { moneyImportWords } from './import-money.ts'
import { peopleImportWords } from './import-people.ts'
import { studentImportWords } from './import-students.ts'
import { suppliesImportWords } from './import-supplies.ts'
import { teachingImportWords } from './import-teaching.ts'
import type { Text } from './say.ts'

/** What can be imported, by the names that the command line and the log use. */
export const importKinds: Readonly<Record<string, Text>> = {
  'application-rules': moneyImportWords.rules,
  'calendar-days': teachingImportWords.days,
  charges: moneyImportWords.charges,
  classes: peopleImportWords.classes,
  departments: peopleImportWords.departments,
  'dorm-types': dormImportWords.types,
  'english-names': contentImportWords.names,
  'evaluation-questions': teachingImportWords.questions,
  'fee-items': moneyImportWords.items,
  grades: teachingImportWords.grades,
  'home-entries': contentImportWords.entries,
  'least-fees': moneyImportWords.leastFees,
  lessons: teachingImportWords.lessons,
  'living-packages': suppliesImportWords.packages,
  majors: peopleImportWords.majors,
  notices: contentImportWords.notices,
  'room-places': dormImportWords.places,
  rooms: dormImportWords.rooms,
  scholarships: moneyImportWords.scholarships,
  staff: peopleImportWords.staff,
  steps: contentImportWords.steps,
  students: studentImportWords.title,
  'taught-courses': teachingImportWords.courses,
  terms: teachingImportWords.terms,
  'uniform-garments': suppliesImportWords.garments,
  'uniform-colours': suppliesImportWords.colours,
  'uniform-sizes': suppliesImportWords.sizes,
}
