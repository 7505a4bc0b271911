import { isNewStudent } from '#contract/identity'
import { dailyServerTexts } from '#i18n/daily-server'
import type { LocalizedText } from '#i18n/translate'
import { toChinaYear } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import type { MajorRow, StudentRow } from '../../platform/database/schema/schema.ts'
import { findLevelRules } from '../student-levels/public.ts'

type Kind = MajorRow['kind'] | undefined

/**
 * Why this student is not allowed to transfer at all; undefined if the student is allowed to. Only
 * undergraduates who entered this year are allowed to, except those of arts majors (D-92).
 */
export async function findTransferRefusal(
  db: Db,
  student: StudentRow,
  { own, now }: { own: Kind; now: Date },
): Promise<LocalizedText | undefined> {
  const { entry_year: entryYear, grade } = student
  if (
    !isNewStudent({ entryYear, gradeYear: grade, grade }, toChinaYear(now)) ||
    (await findLevelRules(db, student)).kind !== 'undergraduate'
  )
    return dailyServerTexts.newUndergraduatesOnly
  return own === 'arts' ? dailyServerTexts.artsMajor : undefined
}

/**
 * Whether a student is allowed to transfer to this major: not to the student's own major, and not
 * from liberal arts to science.
 */
export const isMajorOpenToStudent = (student: StudentRow, own: Kind, major: MajorRow): boolean =>
  major.code !== student.major_code && !(own === 'liberal' && major.kind === 'science')
