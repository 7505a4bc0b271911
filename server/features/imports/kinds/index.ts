import type { ImportKindDefinition } from '../import-kind.ts'
import { accessibleBedNeedsImport } from './accessible-bed-needs.ts'
import { admissionChecksImport } from './admission-checks.ts'
import { applicationRulesImport } from './application-rules.ts'
import { calendarDaysImport } from './calendar-days.ts'
import { chargesImport } from './charges.ts'
import { classesImport } from './classes.ts'
import { departmentsImport } from './departments.ts'
import { dormTypesImport } from './dorm-types.ts'
import { englishNamesImport } from './english-names.ts'
import { evaluationQuestionsImport } from './evaluation-questions.ts'
import { examsImport } from './exams.ts'
import { feeItemsImport } from './fee-items.ts'
import { financePlatformImport } from './finance-platform.ts'
import { gradesImport } from './grades.ts'
import { homeEntriesImport } from './home-entries.ts'
import { invoiceItemsImport, invoicesImport } from './invoices.ts'
import { minimumPaymentsImport } from './least-fees.ts'
import { lessonsImport } from './lessons.ts'
import { livingPackagesImport } from './living-packages.ts'
import { loanOffsetsImport } from './loan-offsets.ts'
import { majorsImport } from './majors.ts'
import { noticesImport } from './notices.ts'
import { outsidePaymentsImport } from './outside-payments.ts'
import { bedAssignmentsImport } from './room-places.ts'
import { roomsImport } from './rooms.ts'
import { scholarshipsImport } from './scholarships.ts'
import { staffImport } from './staff.ts'
import { stepsImport } from './steps.ts'
import { studentLevelsImport } from './student-levels.ts'
import { studentsImport } from './students.ts'
import { taughtCoursesImport } from './taught-courses.ts'
import { teachingClassesImport } from './teaching-classes.ts'
import { termsImport } from './terms.ts'
import { uniformColoursImport, uniformGarmentsImport } from './uniform-garments.ts'
import { uniformSizesImport } from './uniform-sizes.ts'

/** All import kinds, in the order in which a campus imports them. A new kind adds a line. */
export const importKinds: readonly ImportKindDefinition[] = [
  departmentsImport,
  majorsImport,
  classesImport,
  studentLevelsImport,
  studentsImport,
  admissionChecksImport,
  staffImport,
  termsImport,
  teachingClassesImport,
  lessonsImport,
  examsImport,
  calendarDaysImport,
  stepsImport,
  homeEntriesImport,
  dormTypesImport,
  roomsImport,
  accessibleBedNeedsImport,
  bedAssignmentsImport,
  feeItemsImport,
  chargesImport,
  scholarshipsImport,
  outsidePaymentsImport,
  loanOffsetsImport,
  financePlatformImport,
  invoiceItemsImport,
  invoicesImport,
  minimumPaymentsImport,
  applicationRulesImport,
  uniformGarmentsImport,
  uniformSizesImport,
  uniformColoursImport,
  livingPackagesImport,
  taughtCoursesImport,
  evaluationQuestionsImport,
  gradesImport,
  noticesImport,
  englishNamesImport,
]

/** The kind of this name. */
export const getImportKind = (name: string): ImportKindDefinition | undefined =>
  importKinds.find((one) => one.name === name)
