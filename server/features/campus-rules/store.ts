import { sql } from 'kysely'
import type { RuleAudience, RuleValue } from '#contract/campus-rule-list'
import { toChinaYear } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import { selectEntryYear } from '../../platform/database/queries/entry-year.ts'
import { findRolesByJobTitle } from '../../platform/http/permissions.ts'
import { createSecret } from '../../platform/sessions/secrets.ts'
import type { Settings } from '../../platform/settings/settings.ts'

const COLUMNS = ['id', 'rule', 'value', 'valid_from'] as const

/** A version of a rule as the server applies it. */
export type RuleVersionRow = Awaited<ReturnType<typeof findValidVersions>>[number]

/**
 * Finds all versions that apply at some time. Of the versions that have begun at a moment, the first
 * one of a rule applies.
 */
export const findValidVersions = (db: Db) =>
  db
    .selectFrom('campus_rule')
    .select(COLUMNS)
    .where('taken_back_at', 'is', null)
    .orderBy('valid_from', 'desc')
    .orderBy('saved_at', 'desc')
    .orderBy('id')
    .execute()

/** Lists the versions of all rules with who saved them, the newest first. */
export const findVersions = (db: Db) =>
  db
    .selectFrom('campus_rule')
    .leftJoin('staff', 'staff.code', 'campus_rule.saved_by')
    .select(COLUMNS.map((name) => `campus_rule.${name}` as const))
    .select(['saved_at', 'saved_by', 'staff.name', 'reason', 'taken_back_at'])
    .orderBy('saved_at', 'desc')
    .orderBy('campus_rule.id')
    .limit(2000)
    .execute()

/** Serializes the changes of rules until the transaction ends. */
export const lockRules = (db: Db) =>
  sql`select pg_advisory_xact_lock(hashtext('editing rules'))`.execute(db)

/** The id of the newest version of a rule; '' if there is none. */
export async function findNewestVersion(db: Db, rule: string): Promise<string> {
  const newest = await db
    .selectFrom('campus_rule')
    .select('id')
    .where('rule', '=', rule)
    .orderBy('saved_at', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return newest?.id ?? ''
}

/** Stores a new version of a rule. */
export const insertVersion = (
  db: Db,
  version: {
    rule: string
    value: RuleValue
    valid_from: Date
    saved_at: Date
    saved_by: string
    reason: string
  },
) =>
  db
    .insertInto('campus_rule')
    .values({ ...version, id: createSecret(), value: JSON.stringify(version.value) })
    .execute()

/** Takes a version back that does not apply yet; undefined if there is no such version. */
export const takeVersionBack = (db: Db, { id, by, now }: { id: string; by: string; now: Date }) =>
  db
    .updateTable('campus_rule')
    .set({ taken_back_at: now, taken_back_by: by })
    .where('id', '=', id)
    .where('valid_from', '>', now)
    .where('taken_back_at', 'is', null)
    .returning(COLUMNS)
    .executeTakeFirst()

/** Counts the people whom a rule concerns. `page`: the page of the step, for 'undone'. */
export async function countAudience(
  db: Db,
  {
    audience,
    page,
    now,
    keywords,
  }: {
    audience: RuleAudience
    page: string | undefined
    now: Date
    keywords: Settings['postKeywords']
  },
): Promise<number> {
  if (audience === 'reviewers' || audience === 'supervisors') {
    const role = audience === 'reviewers' ? 'review-teacher' : 'dorm-supervisor'
    const staff = await db
      .selectFrom('staff')
      .select('post')
      .where('closed_at', 'is', null)
      .execute()
    return staff.filter(({ post }) => findRolesByJobTitle(post, keywords).includes(role)).length
  }
  const { count } = await db
    .selectFrom('student')
    .select(sql<string>`count(*)`.as('count'))
    .where('withdrawn_at', 'is', null)
    .$if(audience !== 'all', (query) => {
      const isNew = sql<boolean>`${selectEntryYear()} = ${String(toChinaYear(now))}`
      return query.where(audience === 'continuing' ? sql<boolean>`not (${isNew})` : isNew)
    })
    .$if(audience === 'undone', (query) =>
      query.where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('step_done')
              .innerJoin('flow_step', 'flow_step.id', 'step_done.step_id')
              .select('step_id')
              .whereRef('step_done.student_code', '=', 'student.code')
              .where('page', '=', page ?? ''),
          ),
        ),
      ),
    )
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Counts the applications under review that a change leaves as they are. */
export async function countPendingApplications(
  db: Db,
  kind: 'loan' | 'deferral' | 'transfer',
): Promise<number> {
  const count = sql<string>`count(*)`.as('count')
  const row =
    kind === 'transfer'
      ? await db
          .selectFrom('major_transfer')
          .select(count)
          .where('status', '=', '0')
          .executeTakeFirstOrThrow()
      : await db
          .selectFrom('green_application')
          .select(count)
          .where('status', '=', '0')
          .where('type', '=', kind === 'loan' ? '1' : '2')
          .executeTakeFirstOrThrow()
  return Number(row.count)
}
