import { DEFERRAL_RULE, type DeferralRule, type ReliefRule } from './green-channel.ts'

/** The campus's rule of reductions, for students who are not new. */
export interface ReductionRule extends ReliefRule {
  readonly formula: 'rest' | 'limit' | 'share'
  readonly students: 'continuing' | 'none'
}
/** Reductions have the amount of a deferral (D-70 to D-72). */
export const REDUCTION_RULE: ReductionRule = {
  ...DEFERRAL_RULE,
  formula: 'rest',
  students: 'continuing',
}

/**
 * The rule of a student's application: a new student's is a deferral, another student's is a
 * reduction. If the campus lets all students defer, every application is a deferral. Undefined if
 * the student cannot apply.
 */
export function selectReliefRule(
  { deferral, reduction }: { readonly deferral: DeferralRule; readonly reduction: ReductionRule },
  isNew: boolean,
): ReliefRule | undefined {
  if (isNew || deferral.students === 'all') return deferral
  return reduction.students === 'none' ? undefined : reduction
}

/** The largest amount that a student can choose, fen; undefined if the amount is computed. */
export function computeReliefLimit(
  { formula, percent, limit }: ReliefRule,
  total: number,
): number | undefined {
  switch (formula) {
    case 'limit':
      return Math.min(limit, total)
    case 'share':
      return Math.floor((total * percent) / 100)
    case 'rest':
    case 'percent':
      return undefined
  }
}
