import { type DeferralRule, HOUSEHOLD_APPLICATION_KIND } from '#contract/green-channel'
import { isNewStudent } from '#contract/identity'
import { type ReductionRule, selectReliefRule } from '#contract/relief-rules'
import type { Db } from '../../platform/database/db.ts'
import type { StudentRow } from '../../platform/database/schema/schema.ts'
import { countPlacesTaken } from './store.ts'

/** The rules with a quota. */
export interface QuotaRules {
  readonly deferral: DeferralRule
  readonly reduction: ReductionRule
}

/**
 * Whether all places of a year for deferrals or reductions are taken. Only types with a quota have
 * places. Call `lockPlaces` before, so that the answer stays true until the transaction ends.
 */
export async function isQuotaFull(
  db: Db,
  rules: QuotaRules,
  {
    student: { entry_year: entryYear, grade },
    type,
    year,
  }: {
    readonly student: Pick<StudentRow, 'entry_year' | 'grade'>
    readonly type: string
    readonly year: number
  },
): Promise<boolean> {
  if (type !== HOUSEHOLD_APPLICATION_KIND) return false
  const isNew = isNewStudent({ entryYear, gradeYear: grade, grade }, year)
  const { quota = 0 } = selectReliefRule(rules, isNew) ?? {}
  if (quota === 0) return false
  const isForAll = rules.deferral.students === 'all'
  return (await countPlacesTaken(db, { year, isNew: isForAll ? undefined : isNew })) >= quota
}
