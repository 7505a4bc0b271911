import { isNewStudent } from '#contract/identity'
import type { TransferRule } from '#contract/major-transfer'
import { dailyServerTexts } from '#i18n/daily-server'
import type { LocalizedText } from '#i18n/translate'
import { toChinaYear } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import type { MajorRow, StudentRow } from '../../platform/database/schema/schema.ts'
import { findLevelRules } from '../student-levels/public.ts'

type Kind = MajorRow['kind'] | undefined

/**
 * Why this student is not allowed to transfer at all; undefined if the student is allowed to. By
 * default only undergraduates who entered this year are allowed to, except those of arts majors
 * (D-92).
 */
export async function findTransferRefusal(
  db: Db,
  student: StudentRow,
  { own, now, rule: { students, arts } }: { own: Kind; now: Date; rule: TransferRule },
): Promise<LocalizedText | undefined> {
  const { entry_year: entryYear, grade } = student
  const isNew = isNewStudent({ entryYear, gradeYear: grade, grade }, toChinaYear(now))
  if (
    (students === 'new' && !isNew) ||
    (await findLevelRules(db, student)).kind !== 'undergraduate'
  )
    return dailyServerTexts.newUndergraduatesOnly
  return own === 'arts' && !arts ? dailyServerTexts.artsMajor : undefined
}

/**
 * Whether a student is allowed to transfer to this major: not to the student's own major, and by
 * default not from liberal arts to science.
 */
export const isMajorOpenToStudent = (
  student: StudentRow,
  own: Kind,
  { major, rule: { science } }: { major: MajorRow; rule: TransferRule },
): boolean =>
  major.code !== student.major_code && (science || !(own === 'liberal' && major.kind === 'science'))
