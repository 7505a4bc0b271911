import type { EvaluationPeriod } from '#contract/evaluation'
import { evaluationTexts as texts } from '#i18n/evaluation'
import { type LocalizedText, fillTemplateText } from '#i18n/translate'
import { toChinaMinute } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'

interface PeriodRow {
  readonly id: string
  readonly opens_at: Date
  readonly closes_at: Date
}

/**
 * Finds the relevant period of a term: the open period, else the next period, else the last period.
 */
export async function findEvaluationPeriod(
  db: Db,
  term: string,
  now: Date,
): Promise<EvaluationPeriod> {
  return periodAt(await periodsOf(db, term).execute(), now)
}

/**
 * Finds the relevant period before answers are saved. If the period is open, it is locked, so that
 * its results are not counted until the transaction ends. Answers that are saved before the period
 * closes are counted; later answers are refused.
 */
export async function lockEvaluationPeriod(
  db: Db,
  term: string,
  now: Date,
): Promise<EvaluationPeriod> {
  const held = await periodsOf(db, term)
    .where('opens_at', '<=', now)
    .where('closes_at', '>', now)
    .where('counted_at', 'is', null)
    .forKeyShare()
    .execute()
  return held.length > 0 ? periodAt(held, now) : findEvaluationPeriod(db, term, now)
}

/** Explains why answers cannot be saved now; undefined while the period is open. */
export function explainClosedPeriod({
  state,
  opensAt,
  closesAt,
}: EvaluationPeriod): LocalizedText | undefined {
  switch (state) {
    case 'open':
      return undefined
    case 'none':
      return texts.noPeriod
    case 'soon':
      return fillTemplateText(texts.soon, opensAt, closesAt)
    case 'closed':
      return fillTemplateText(texts.closed, closesAt)
  }
}

const periodsOf = (db: Db, term: string) =>
  db
    .selectFrom('evaluation_period')
    .select(['id', 'opens_at', 'closes_at'])
    .where('term', '=', term)
    .where('withdrawn_at', 'is', null)
    .orderBy('opens_at')

function periodAt(periods: readonly PeriodRow[], now: Date): EvaluationPeriod {
  const found = periods.find(({ closes_at }) => closes_at > now) ?? periods.at(-1)
  if (found === undefined) return { state: 'none', opensAt: '', closesAt: '' }
  const { opens_at, closes_at } = found
  return {
    state: closes_at <= now ? 'closed' : opens_at <= now ? 'open' : 'soon',
    opensAt: toChinaMinute(opens_at),
    closesAt: toChinaMinute(closes_at),
  }
}
