import type { CallOutput } from '#contract/call'
import type { campusRuleEditing, RuleVersion } from '#contract/campus-rule-editing'
import type { CampusRuleKey, RuleValue } from '#contract/campus-rule-list'
import { CAMPUS_RULES } from '#contract/campus-rule-list'
import { parseRuleValue } from './rule-fields.ts'

/** All rules with their history, as the office reads them. */
export type RuleOverview = CallOutput<typeof campusRuleEditing.list>

/** One rule as it stands. */
export interface RuleStanding {
  /** The value that applies now. */
  readonly value: RuleValue
  /** From when it applies, ISO instant; '' for the default. */
  readonly since: string
  /** Changes that do not apply yet, the earliest first. */
  readonly planned: readonly RuleVersion[]
  /** All versions, the newest first. */
  readonly history: readonly RuleVersion[]
}

/** Finds how a rule stands in the answer of the server. */
export function findRuleStanding(
  { versions, initial, now }: RuleOverview,
  key: CampusRuleKey,
): RuleStanding {
  const history = versions.filter(({ rule }) => rule === key)
  // Of two versions that are valid from the same moment the newer one stays first, and applies.
  const valid = history
    .filter(({ isTakenBack }) => !isTakenBack)
    .sort(
      (one, other) =>
        Number(one.validFrom < other.validFrom) - Number(one.validFrom > other.validFrom),
    )
  const present = valid.find(({ validFrom }) => validFrom <= now)
  const json = present?.value ?? initial.find(({ rule }) => rule === key)?.value ?? ''
  return {
    value: parseRuleValue(key, json) ?? CAMPUS_RULES[key].initial,
    since: present?.validFrom ?? '',
    planned: valid.filter(({ validFrom }) => validFrom > now).reverse(),
    history,
  }
}
