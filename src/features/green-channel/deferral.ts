import { useCampusRule } from '#app/features/campus-rules/public.ts'
import { useSession } from '#app/lib/session/session.ts'
import { parseYuan } from '#contract/fields'
import { computeDeferralAmount, DEFERRAL_RULE, type ReliefRule } from '#contract/green-channel'
import { computeReliefLimit, REDUCTION_RULE, selectReliefRule } from '#contract/relief-rules'

/**
 * Parses an amount in yuan from an address or a field, and returns it in fen: at most two decimals,
 * not negative (GRN-41). Returns NaN if the amount is invalid.
 */
export const parseYuanParam = (yuan: string): number =>
  /^\d{1,9}(\.\d{1,2})?$/.test(yuan) ? parseYuan(yuan) : Number.NaN

/** More than any total, fen. */
const MAX_TOTAL_FEN = 100_000_000

/** The amount to defer and its maximum, in fen. */
export interface Deferral {
  /** Undefined until the fees are read, and if the student chooses the amount. */
  readonly amount: number | undefined
  readonly total: number
  /** The largest amount that the student can choose; undefined if the amount is computed. */
  readonly limit: number | undefined
  readonly rule: ReliefRule
  /** Whether the campus takes no application of this student. */
  readonly isClosed: boolean
}

/**
 * A hook that reads the total of which a part can be deferred from the fees, in fen, while `wanted`
 * is true. The route passes the hook, so that this feature does not import the feature fees.
 */
export type UseDeferrableTotal = (wanted: boolean) => {
  readonly total: number | undefined
  readonly isReading: boolean
}

/**
 * Returns the amount by the campus's rule: from the link of the fee page, or from the fees if the
 * link contains none (GRN-45, D-71).
 */
export function useDeferral(
  yuan: string | undefined,
  useDeferrable: UseDeferrableTotal,
): Deferral & { readonly isReading: boolean } {
  const deferral = useCampusRule('deferral', DEFERRAL_RULE)
  const reduction = useCampusRule('reduction', REDUCTION_RULE)
  const own = selectReliefRule({ deferral, reduction }, useSession()?.isNew ?? false)
  const rule = own ?? reduction
  // The link contains only the amount, from which the total follows by one of the formulas.
  const linkedFen = yuan === undefined || rule.formula !== 'rest' ? undefined : parseYuanParam(yuan)
  const read = useDeferrable(linkedFen === undefined)
  const total = linkedFen === undefined ? read.total : linkedFen + rule.paid
  return {
    amount: linkedFen ?? (total === undefined ? undefined : computeDeferralAmount(rule, total)),
    total: total ?? 0,
    // Before the fees are read, only the campus's own limit is known.
    limit: computeReliefLimit(rule, total ?? MAX_TOTAL_FEN),
    rule,
    isClosed: own === undefined,
    isReading: total === undefined && read.isReading,
  }
}
