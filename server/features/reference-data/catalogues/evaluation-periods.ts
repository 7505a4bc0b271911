import { sql } from 'kysely'
import type { CodecValue } from '#contract/codec'
import type { EvaluationPeriodValues } from '#contract/reference-data'
import { referenceDataTexts } from '#i18n/reference-data'
import { type LocalizedText, fillTemplateText } from '#i18n/translate'
import { toChinaDay, toChinaMinute, parseChinaMinute } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/db.ts'
import { createSecret } from '../../../platform/sessions/secrets.ts'
import { saveById, withdrawById } from '../catalogue-tables.ts'
import type { ReferenceCatalogue } from '../catalogue.ts'

type Values = CodecValue<typeof EvaluationPeriodValues>

/**
 * The catalogue of evaluation periods, the newest first. The start of a period that has begun
 * cannot be changed. A closed period is final: its results might have been read, and if one answer
 * were added or removed, the difference would reveal that student's answers.
 */
export const evaluationPeriodCatalogue: ReferenceCatalogue<Values> = {
  noun: 'evaluationPeriods',
  identity: ({ term, opensAt }) => [term, opensAt],

  find: async (db) => {
    const rows = await db
      .selectFrom('evaluation_period')
      .selectAll()
      .orderBy('opens_at', 'desc')
      .orderBy('id')
      .execute()
    return rows.map((row) => ({
      id: row.id,
      values: {
        term: row.term,
        opensAt: toChinaMinute(row.opens_at),
        closesAt: toChinaMinute(row.closes_at),
      },
      withdrawn: row.withdrawn_at !== null,
    }))
  },

  write: async (db, { values, before, now }) => {
    const id = before?.id ?? createSecret()
    const why =
      (before === undefined || before.withdrawn === true
        ? undefined
        : await whyFixed(db, { id, values, before: before.values, now })) ??
      (parseChinaMinute(values.closesAt) <= now ? referenceDataTexts.periodPast : undefined) ??
      (await whyNoTerm(db, values)) ??
      (await whyOverlapping(db, { id, values }))
    if (why !== undefined) return why
    const row = {
      term: values.term,
      opens_at: parseChinaMinute(values.opensAt),
      closes_at: parseChinaMinute(values.closesAt),
    }
    return saveById(db, 'evaluation_period', { ...row, id })
  },

  withdraw: async (db, { id, values }, now) => {
    if (parseChinaMinute(values.opensAt) <= now)
      return parseChinaMinute(values.closesAt) <= now
        ? referenceDataTexts.periodClosed
        : referenceDataTexts.periodStays
    return withdrawById('evaluation_period')(db, { id }, now)
  },
}

async function whyFixed(
  db: Db,
  { id, values, before, now }: { id: string; values: Values; before: Values; now: Date },
): Promise<LocalizedText | undefined> {
  // The period is locked until the commit, so that its results are not counted in the meantime.
  const { closes_at, counted_at } = await db
    .selectFrom('evaluation_period')
    .select(['closes_at', 'counted_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (counted_at !== null || closes_at <= now) return referenceDataTexts.periodClosed
  const isMoved = values.term !== before.term || values.opensAt !== before.opensAt
  return isMoved && parseChinaMinute(before.opensAt) <= now
    ? referenceDataTexts.periodBegun
    : undefined
}

async function whyNoTerm(db: Db, { term, opensAt }: Values): Promise<LocalizedText | undefined> {
  const found = await db
    .selectFrom('term')
    .select('first_monday')
    .where('label', '=', term)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
  if (found === undefined) return referenceDataTexts.unknownTerm
  const { first_monday: first } = found
  const { periodBeforeTerm: early } = referenceDataTexts
  return toChinaDay(parseChinaMinute(opensAt)) < first ? fillTemplateText(early, first) : undefined
}

async function whyOverlapping(
  db: Db,
  { id, values: { term, opensAt, closesAt } }: { id: string; values: Values },
): Promise<LocalizedText | undefined> {
  const other = await db
    .selectFrom('evaluation_period')
    .select(['opens_at', 'closes_at'])
    .where('term', '=', term)
    .where('id', '<>', id)
    .where('withdrawn_at', 'is', null)
    .where(sql<boolean>`opens_at < ${parseChinaMinute(closesAt)}`)
    .where(sql<boolean>`closes_at > ${parseChinaMinute(opensAt)}`)
    .orderBy('opens_at')
    .executeTakeFirst()
  if (other === undefined) return undefined
  const minutes = [toChinaMinute(other.opens_at), toChinaMinute(other.closes_at)] as const
  return fillTemplateText(referenceDataTexts.periodsOverlap, ...minutes)
}
