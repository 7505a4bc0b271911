import { isNewStudent } from '#contract/identity'
import { dailyServerTexts } from '#i18n/daily-server'
import type { Text } from '#i18n/translate'
import { chinaYear } from '../../platform/clock.ts'
import type { MajorRow, StudentRow } from '../../platform/database/schema/schema.ts'

type Kind = MajorRow['kind'] | undefined

/**
 * Why this student may not transfer at all, if so (D-92): new undergraduates of this year only, and
 * no arts majors.
 */
export function findTransferRefusal(student: StudentRow, own: Kind, now: Date): Text | undefined {
  const { enrolment, entry_year: entryYear, grade } = student
  if (enrolment !== '2' || !isNewStudent({ entryYear, gradeYear: grade, grade }, chinaYear(now)))
    return dailyServerTexts.newUndergraduatesOnly
  return own === 'arts' ? dailyServerTexts.artsMajor : undefined
}

/**
 * May a student of the one major go to the other? Not to their own, and from liberal arts not to
 * science.
 */
export const isOpenTo = (student: StudentRow, own: Kind, major: MajorRow): boolean =>
  major.code !== student.major_code && !(own === 'liberal' && major.kind === 'science')
