import * as v from 'valibot'
import {
  CAMPUS_RULES,
  type CampusRuleKey,
  type RuleValue,
  type WindowPage,
} from '#contract/campus-rule-list'
import { windowRuleOf } from '#contract/campus-rules'
import type { LoanRule } from '#contract/green-channel'
import type { Db } from '../../platform/database/db.ts'
import {
  type CachedReadContext,
  createCachedTableReader,
} from '../../platform/records/table-cache.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import { findValidVersions, type RuleVersionRow } from './store.ts'

/** The rules of the campus at a moment, by their keys. */
export type ServerRules = {
  readonly [Key in CampusRuleKey]: v.InferOutput<(typeof CAMPUS_RULES)[Key]['schema']>
}

/** Reads the rules of the campus at any moment: the versions come from the cache. */
export type RuleHistory = (at: Date) => ServerRules

const readVersions = createCachedTableReader('rules', findValidVersions)

/** Reads all versions of the rules, for rules of several moments. */
export async function readRuleHistory(ask: CachedReadContext): Promise<RuleHistory> {
  const versions = await readVersions(ask)
  const { settings } = ask.tools
  return (at) => rulesAt(versions, settings, at)
}

/** Finds the rules of the campus at this moment. */
export const findCampusRules = async (
  ask: CachedReadContext & { readonly now: Date },
): Promise<ServerRules> => (await readRuleHistory(ask))(ask.now)

/**
 * The value of a rule that was never changed: the specification's constant, or the value of the
 * server's settings.
 */
export function initialRuleValue(key: CampusRuleKey, settings: Settings): RuleValue {
  if (key === 'grades') return initialGrades(settings)
  return key === 'countdowns' ? initialCountdowns(settings) : CAMPUS_RULES[key].initial
}

const initialGrades = ({ passingGrades }: Settings) => ({
  ...CAMPUS_RULES.grades.initial,
  words: [...passingGrades],
})
const initialCountdowns = ({ dormHoldSeconds }: Settings) => ({
  ...CAMPUS_RULES.countdowns.initial,
  bed: dormHoldSeconds,
})

/** The version of a rule that applies at a moment, of versions in the order of `store.ts`. */
export const versionAt = (
  versions: readonly RuleVersionRow[],
  key: CampusRuleKey,
  at: Date,
): RuleVersionRow | undefined =>
  versions.find(({ rule, valid_from }) => rule === key && valid_from <= at)

/** Reads the rule of loans at any moment, for an import, which has no request. */
export async function readLoanRules(db: Db): Promise<(at: Date) => LoanRule> {
  const versions = await findValidVersions(db)
  return (at) => valueAt(versions, { key: 'loan', at }, CAMPUS_RULES.loan)
}

/** Reads the rule of messages, for a background job, which has no request. */
export const readMessageRule = async (db: Db, now: Date): Promise<ServerRules['messages']> =>
  valueAt(await findValidVersions(db), { key: 'messages', at: now }, CAMPUS_RULES.messages)

// The value of a rule at a moment. A stored value that the rule's schema no longer accepts counts as
// unchanged.
function valueAt<V extends RuleValue>(
  versions: readonly RuleVersionRow[],
  { key, at }: { readonly key: CampusRuleKey; readonly at: Date },
  { schema, initial }: { readonly schema: v.GenericSchema<unknown, V>; readonly initial: V },
): V {
  const version = versionAt(versions, key, at)
  const read = v.safeParse(schema, version?.value)
  return version !== undefined && read.success ? read.output : initial
}

function rulesAt(versions: readonly RuleVersionRow[], settings: Settings, at: Date): ServerRules {
  const valueOf = <V extends RuleValue>(
    key: CampusRuleKey,
    rule: { schema: v.GenericSchema<unknown, V>; initial: V },
  ): V => valueAt(versions, { key, at }, rule)
  const { grades, countdowns } = CAMPUS_RULES
  return {
    deferral: valueOf('deferral', CAMPUS_RULES.deferral),
    reduction: valueOf('reduction', CAMPUS_RULES.reduction),
    loan: valueOf('loan', CAMPUS_RULES.loan),
    grades: valueOf('grades', { ...grades, initial: initialGrades(settings) }),
    family: valueOf('family', CAMPUS_RULES.family),
    transfer: valueOf('transfer', CAMPUS_RULES.transfer),
    supplies: valueOf('supplies', CAMPUS_RULES.supplies),
    countdowns: valueOf('countdowns', { ...countdowns, initial: initialCountdowns(settings) }),
    keys: valueOf('keys', CAMPUS_RULES.keys),
    review: valueOf('review', CAMPUS_RULES.review),
    late: valueOf('late', CAMPUS_RULES.late),
    messages: valueOf('messages', CAMPUS_RULES.messages),
    'window-checkin': windowOf('checkin'),
    'window-personalinformation': windowOf('personalinformation'),
    'window-schoolInformation': windowOf('schoolInformation'),
    'window-selectdorm': windowOf('selectdorm'),
    'window-militaryTrainingClothing': windowOf('militaryTrainingClothing'),
    'window-livinguse': windowOf('livinguse'),
    'window-onlinefee': windowOf('onlinefee'),
  }

  function windowOf(page: WindowPage) {
    const key = windowRuleOf(page)
    return valueOf(key, CAMPUS_RULES[key])
  }
}
