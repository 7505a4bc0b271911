import { cachedQuery, useCachedQuery } from '#app/lib/cache/cached-query.ts'
import { campusRules, readSentRule } from '#contract/campus-rules'

/** Reads the campus's rules. The copy on the phone can be used for 30 days. */
export const campusRulesQuery = () =>
  cachedQuery({ name: 'campusRules', entry: campusRules.find, input: {}, maxAge: 30 })

/**
 * Returns one rule as this phone knows it. Without an answer, or from a backend that sends no rules,
 * this is the specification's value `initial`. The backend decides by its own rules.
 */
export function useCampusRule<R>(key: string, initial: R): R {
  return readSentRule(useCachedQuery(campusRulesQuery()).data?.rules, key, initial)
}
