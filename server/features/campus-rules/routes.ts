import type { campusRuleEditing } from '#contract/campus-rule-editing'
import {
  CAMPUS_RULE_KEYS,
  CAMPUS_RULES,
  type CampusRuleKey,
  describeRuleValue,
  isCampusRuleKey,
  type RuleReading,
  type RuleValue,
} from '#contract/campus-rule-list'
import type { campusRules } from '#contract/campus-rules'
import { campusRuleServerTexts as texts } from '#i18n/campus-rules-server'
import { refusalTexts } from '#i18n/refusals'
import type { Language, LocalizedText } from '#i18n/translate'
import { daysBetween, startOfDay, toChinaDay } from '../../platform/clock.ts'
import {
  type HandlerRequest,
  type Handlers,
  type HandlerResult,
  refuse,
  succeed,
} from '../../platform/http/handler.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import { auditedHandler } from '../office/public.ts'
import { findCampusRules, initialRuleValue, versionAt } from './rules.ts'
import * as store from './store.ts'

const MAX_DAYS_AHEAD = 730

/** The handlers of the campus's rules for the phones of everybody who is signed in. */
export const campusRuleHandlers: Handlers<typeof campusRules> = {
  find: async (ask) => succeed({ rules: await findCampusRules(ask) }),
}

/** The handlers of the rules that the office edits. */
export const campusRuleEditingHandlers: Handlers<typeof campusRuleEditing> = {
  list: async ({ db, now, tools }) => {
    const versions = await store.findVersions(db)
    return succeed({
      versions: versions.map((row) => ({
        id: row.id,
        rule: row.rule,
        value: JSON.stringify(row.value),
        validFrom: row.valid_from.toISOString(),
        savedAt: row.saved_at.toISOString(),
        by: row.name ?? row.saved_by,
        reason: row.reason,
        isTakenBack: row.taken_back_at !== null,
      })),
      initial: CAMPUS_RULE_KEYS.map((rule) => ({
        rule,
        value: JSON.stringify(initialRuleValue(rule, tools.settings)),
      })),
      now: now.toISOString(),
    })
  },

  preview: async (ask) => {
    const { db, now } = ask
    const change = await readChange(ask)
    if ('type' in change) return change
    const { key, audience, before, from, next } = change
    const { applications, page } = CAMPUS_RULES[key]
    return succeed({
      preview: {
        before: JSON.stringify(before),
        validFrom: from > now ? from.toISOString() : '',
        validUntil: next?.toISOString() ?? '',
        audience,
        people: await store.countAudience(db, {
          audience,
          page,
          now,
          keywords: ask.tools.settings.postKeywords,
        }),
        pending:
          applications === undefined ? 0 : await store.countPendingApplications(db, applications),
      },
    })
  },

  save: auditedHandler(async (ask) => {
    const { db, input, now, staff, audit } = ask
    await store.lockRules(db)
    if ((await store.findNewestVersion(db, input.rule)) !== input.seen)
      return refuse(texts.changedMeanwhile)
    const change = await readChange(ask)
    if ('type' in change) return change
    const { key, value, before, from } = change
    if (JSON.stringify(value) === JSON.stringify(before)) return refuse(texts.unchanged)
    await store.insertVersion(db, {
      rule: key,
      value,
      valid_from: from,
      saved_at: now,
      saved_by: staff.code,
      reason: input.reason,
    })
    await audit({
      action: 'rules.save',
      reason: input.reason,
      details: {
        title: CAMPUS_RULES[key].title.zh,
        firstDay: input.firstDay,
        before: { content: sentenceOf(key, before) },
        after: { content: sentenceOf(key, value) },
      },
    })
    return succeed({})
  }),

  takeBack: auditedHandler(async ({ db, input, now, staff, audit }) => {
    await store.lockRules(db)
    const row = await store.takeVersionBack(db, { id: input.id, by: staff.code, now })
    if (row === undefined || !isCampusRuleKey(row.rule)) return refuse(texts.appliesAlready)
    await audit({
      action: 'rules.takeBack',
      reason: input.reason,
      details: {
        title: CAMPUS_RULES[row.rule].title.zh,
        firstDay: toChinaDay(row.valid_from),
        before: { content: sentenceOf(row.rule, row.value) },
      },
    })
    return succeed({})
  }),
}

interface RuleChange {
  readonly key: CampusRuleKey
  readonly value: RuleValue
  readonly audience: Extract<RuleReading, { type: 'ok' }>['audience']
  /** The value that applies at that moment without the change. */
  readonly before: RuleValue
  /** A change of today applies from now on, so that no earlier submission is judged by it. */
  readonly from: Date
  /** When the next planned version begins. */
  readonly next: Date | undefined
}

// Reads a change, or resolves to the reason why it is refused. A field's issue names the field.
async function readChange({
  db,
  input,
  now,
  language,
  tools,
}: HandlerRequest<{ rule: string; value: string; firstDay: string }>): Promise<
  RuleChange | Extract<HandlerResult<never>, { type: 'refused' | 'invalid' }>
> {
  const { rule: key, firstDay } = input
  if (!isCampusRuleKey(key)) return refuse(refusalTexts.notFound)
  const read = CAMPUS_RULES[key].read(parseJson(input.value), language)
  if (read.type === 'invalid') return read
  const today = toChinaDay(now)
  const why = explainDay(today, firstDay)
  if (why !== undefined) return refuse(why)
  const from = firstDay === today ? now : startOfDay(firstDay)
  const versions = await store.findValidVersions(db)
  return {
    key,
    value: read.value,
    audience: read.audience,
    before: presentValue(key, versionAt(versions, key, from)?.value, tools.settings),
    from,
    next: versions.findLast(({ rule, valid_from }) => rule === key && valid_from > from)
      ?.valid_from,
  }
}

// A stored value in the form and with the order of keys that the rule's schema gives it, so that two
// equal values are equal as JSON. PostgreSQL orders the keys of a stored value anew.
function presentValue(key: CampusRuleKey, stored: unknown, settings: Settings): RuleValue {
  const read = stored === undefined ? undefined : CAMPUS_RULES[key].read(stored)
  return read?.type === 'ok' ? read.value : initialRuleValue(key, settings)
}

function explainDay(today: string, firstDay: string): LocalizedText | undefined {
  if (firstDay < today) return texts.dayPast
  return daysBetween(today, firstDay) > MAX_DAYS_AHEAD ? texts.dayFar : undefined
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const sentenceOf = (key: CampusRuleKey, value: RuleValue, language: Language = 'zh') =>
  describeRuleValue(key, value, language)
    .map(({ label, text }) => `${label} ${text}`)
    .join('；')
