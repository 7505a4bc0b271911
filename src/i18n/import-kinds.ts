import { bedAllocationTexts } from './bed-allocation.ts'
import { contentImportTexts } from './import-content.ts'
import { dormImportTexts } from './import-dorm.ts'
import { examImportTexts } from './import-exams.ts'
import { platformImportTexts } from './import-finance-platform.ts'
import { invoiceImportTexts } from './import-invoices.ts'
import { levelImportTexts } from './import-levels.ts'
import { moneyImportTexts } from './import-money.ts'
import { peopleImportTexts } from './import-people.ts'
import { studentImportTexts } from './import-students.ts'
import { suppliesImportTexts } from './import-supplies.ts'
import { teachingImportTexts } from './import-teaching.ts'
import type { LocalizedText } from './translate.ts'

/** The kinds of import, by the names used on the command line and in the audit log. */
export const importKindTexts: Readonly<Record<string, LocalizedText>> = {
  'application-rules': moneyImportTexts.rules,
  'calendar-days': teachingImportTexts.days,
  charges: moneyImportTexts.charges,
  classes: peopleImportTexts.classes,
  departments: peopleImportTexts.departments,
  'dorm-types': dormImportTexts.types,
  'english-names': contentImportTexts.names,
  'evaluation-questions': teachingImportTexts.questions,
  exams: examImportTexts.title,
  'fee-items': moneyImportTexts.items,
  'finance-platform': platformImportTexts.title,
  invoices: invoiceImportTexts.invoices,
  'invoice-items': invoiceImportTexts.items,
  grades: teachingImportTexts.grades,
  'home-entries': contentImportTexts.entries,
  'least-fees': moneyImportTexts.leastFees,
  'loan-offsets': moneyImportTexts.loanOffsets,
  lessons: teachingImportTexts.lessons,
  'living-packages': suppliesImportTexts.packages,
  majors: peopleImportTexts.majors,
  notices: contentImportTexts.notices,
  'outside-payments': moneyImportTexts.outside,
  'room-places': dormImportTexts.places,
  rooms: dormImportTexts.rooms,
  scholarships: moneyImportTexts.scholarships,
  staff: peopleImportTexts.staff,
  steps: contentImportTexts.steps,
  'student-levels': levelImportTexts.title,
  students: studentImportTexts.title,
  'admission-checks': studentImportTexts.admission,
  'accessible-bed-needs': bedAllocationTexts.needs,
  'taught-courses': teachingImportTexts.courses,
  'teaching-classes': teachingImportTexts.teachingClasses,
  terms: teachingImportTexts.terms,
  'uniform-garments': suppliesImportTexts.garments,
  'uniform-colours': suppliesImportTexts.colours,
  'uniform-sizes': suppliesImportTexts.sizes,
}
