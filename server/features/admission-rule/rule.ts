import { sql } from 'kysely'
import { toChinaYear } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import type { StudentRow } from '../../platform/database/schema/schema.ts'
import type { AdmissionCheckMode } from '../../platform/settings/settings.ts'
import { selectIsFeeYearCovered } from '../charges/public.ts'

/** The campus's rule for the admission check, at a moment. */
export interface AdmissionRule {
  readonly mode: AdmissionCheckMode
  readonly now: Date
}

/** The admission rule of a request. */
export const admissionRuleOf = ({
  tools,
  now,
}: {
  readonly tools: { readonly settings: { readonly admissionCheck: AdmissionCheckMode } }
  readonly now: Date
}): AdmissionRule => ({ mode: tools.settings.admissionCheck, now })

/**
 * Whether a row of the query's table `student` counts as admitted, in SQL. A check by a person
 * always counts. In the mode `on-payment` fees of this year that are paid or offset count too; in
 * the mode `none` everybody is admitted.
 */
export function isAdmitted({ mode, now }: AdmissionRule) {
  switch (mode) {
    case 'required':
      return sql<boolean>`student.checked_in_at is not null`
    case 'on-payment':
      return sql<boolean>`(student.checked_in_at is not null
        or ${selectIsFeeYearCovered(sql<string>`student.code`, toChinaYear(now), now)})`
    case 'none':
      return sql<boolean>`true`
  }
}

/** Whether a student counts as admitted; only the mode `on-payment` needs a query. */
export async function isStudentAdmitted(
  db: Db,
  { code, checked_in_at }: Pick<StudentRow, 'code' | 'checked_in_at'>,
  rule: AdmissionRule,
): Promise<boolean> {
  if (checked_in_at !== null || rule.mode !== 'on-payment')
    return checked_in_at !== null || rule.mode === 'none'
  const row = await db
    .selectFrom('student')
    .select(isAdmitted(rule).as('admitted'))
    .where('code', '=', code)
    .executeTakeFirst()
  return row?.admitted === true
}
