import type { Kind } from '../kind.ts'
import { applicationRules } from './application-rules.ts'
import { calendarDays } from './calendar-days.ts'
import { charges } from './charges.ts'
import { classes } from './classes.ts'
import { departments } from './departments.ts'
import { dormTypes } from './dorm-types.ts'
import { englishNames } from './english-names.ts'
import { evaluationQuestions } from './evaluation-questions.ts'
import { feeItems } from './fee-items.ts'
import { grades } from './grades.ts'
import { homeEntries } from './home-entries.ts'
import { leastFees } from './least-fees.ts'
import { lessons } from './lessons.ts'
import { livingPackages } from './living-packages.ts'
import { majors } from './majors.ts'
import { notices } from './notices.ts'
import { roomPlaces } from './room-places.ts'
import { rooms } from './rooms.ts'
import { scholarships } from './scholarships.ts'
import { staff } from './staff.ts'
import { steps } from './steps.ts'
import { students } from './students.ts'
import { taughtCourses } from './taught-courses.ts'
import { terms } from './terms.ts'
import { uniformColours, uniformGarments } from './uniform-garments.ts'
import { uniformSizes } from './uniform-sizes.ts'

/** Everything that can be imported, in the order in which a campus loads it. A new kind adds a line. */
export const kinds: readonly Kind[] = [
  departments,
  majors,
  classes,
  students,
  staff,
  terms,
  lessons,
  calendarDays,
  steps,
  homeEntries,
  dormTypes,
  rooms,
  roomPlaces,
  feeItems,
  charges,
  scholarships,
  leastFees,
  applicationRules,
  uniformGarments,
  uniformSizes,
  uniformColours,
  livingPackages,
  taughtCourses,
  evaluationQuestions,
  grades,
  notices,
  englishNames,
]

/** The kind of this name. */
export const kindOf = (name: string): Kind | undefined => kinds.find((one) => one.name === name)
