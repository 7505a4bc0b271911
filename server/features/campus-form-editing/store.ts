import { sql } from 'kysely'
import type { CampusFormDefinition } from '#contract/campus-form-definition'
import type { CampusFormStage } from '#contract/campus-form-editing'
import type { CampusFormSettings } from '#contract/campus-form-settings'
import type { Db } from '../../platform/database/db.ts'
import { escapeLike } from '../../platform/database/queries/escape-like.ts'

/** What the office edits of a form. */
export interface FormDraft {
  readonly form: string
  readonly definition: CampusFormDefinition
  readonly settings: CampusFormSettings
}

const drafts = (db: Db) =>
  db
    .selectFrom('campus_form as form')
    .innerJoin('campus_form_draft as draft', 'draft.form_id', 'form.id')

const stageOf = sql<CampusFormStage>`case when form.retired_at is not null then 'retired'
  when form.version is null then 'draft' else 'published' end`

const answerCountOf = sql<number>`(select count(*)::int from campus_form_answer answer
  where answer.form_id = form.id)`

// A text that sorts by time and then by id.
const placeOf = sql<string>`to_char(draft.saved_at at time zone 'UTC', 'YYYYMMDDHH24MISSUS') || form.id`
const titleOf = (language: 'zh' | 'en') =>
  sql<string>`draft.definition -> 'title' ->> ${sql.lit(language)}`

/** Lists the forms, the last saved first. The cursor `after` consists of the time and id of a row. */
export const listForms = (
  db: Db,
  { stage, find, after, most }: { stage: string; find: string; after: string; most: number },
) =>
  drafts(db)
    .select(['form.id', 'form.version', 'draft.saved_at'])
    .select([
      titleOf('zh').as('titleZh'),
      titleOf('en').as('titleEn'),
      stageOf.as('stage'),
      answerCountOf.as('answers'),
      placeOf.as('place'),
      sql<boolean>`draft.saved_at > coalesce((select published_at from campus_form_version newest
        where newest.form_id = form.id and newest.version = form.version), '-infinity')`.as(
        'isChanged',
      ),
    ])
    .$if(stage !== '', (query) => query.where(stageOf, '=', stage as CampusFormStage))
    .$if(find !== '', (query) =>
      query.where((e) =>
        e.or([
          e(titleOf('zh'), 'ilike', `%${escapeLike(find)}%`),
          e(titleOf('en'), 'ilike', `%${escapeLike(find)}%`),
        ]),
      ),
    )
    .$if(after !== '', (query) => query.where(placeOf, '<', after))
    .orderBy(placeOf, 'desc')
    .limit(most)
    .execute()

/** Finds a form with its draft, and who saved the draft. */
export const findDraft = (db: Db, form: string) =>
  drafts(db)
    .leftJoin('staff', 'staff.code', 'draft.saved_by')
    .select(['form.id', 'form.version', 'form.retired_at'])
    .select(['draft.definition', 'draft.settings', 'draft.revision', 'draft.saved_at'])
    .select(['draft.saved_by', 'staff.name'])
    .select([stageOf.as('stage'), answerCountOf.as('answers')])
    .where('form.id', '=', form)
    .executeTakeFirst()

/** The names of the items and of the choices in all versions of a form. */
export async function findUsedNames(db: Db, form: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select distinct used #>> '{}' as name
    from campus_form_version, jsonb_path_query(definition, '$.**.name') used
    where form_id = ${form}`.execute(db)
  return rows.map(({ name }) => name)
}

/** Locks a form's draft until the transaction ends. Resolves to its revision. */
export async function lockDraft(db: Db, form: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('campus_form_draft')
    .select('revision')
    .where('form_id', '=', form)
    .forUpdate()
    .executeTakeFirst()
  return row?.revision
}

/** Creates a form with its first draft. */
export async function insertForm(
  db: Db,
  draft: FormDraft & { readonly by: string; readonly now: Date },
): Promise<void> {
  await db.insertInto('campus_form').values({ id: draft.form, created_at: draft.now }).execute()
  await db
    .insertInto('campus_form_draft')
    .values({ form_id: draft.form, revision: 1, ...draftColumns(draft) })
    .execute()
}

/** Replaces the draft of a form; it then has this revision. */
export const updateDraft = (
  db: Db,
  draft: FormDraft & { readonly revision: number; readonly by: string; readonly now: Date },
) =>
  db
    .updateTable('campus_form_draft')
    .set({ revision: draft.revision, ...draftColumns(draft) })
    .where('form_id', '=', draft.form)
    .execute()

const draftColumns = ({
  definition,
  settings,
  by,
  now,
}: FormDraft & { readonly by: string; readonly now: Date }) => ({
  definition: JSON.stringify(definition),
  settings: JSON.stringify(settings),
  saved_at: now,
  saved_by: by,
})

/** Lists the colleges that have students. */
export async function listColleges(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('student')
    .select('department')
    .distinct()
    .where('withdrawn_at', 'is', null)
    .orderBy('department')
    .execute()
  return rows.map(({ department }) => department)
}

/** Lists the steps of the flow. */
export const listSteps = (db: Db) =>
  db
    .selectFrom('flow_step')
    .select(['page', 'title'])
    .where('withdrawn_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute()

/** Finds the students with these student or exam numbers. */
export const findStudentsByNumber = (db: Db, numbers: readonly string[]) =>
  db
    .selectFrom('student')
    .select(['code', 'number', 'exam_number'])
    .where((e) =>
      e.or([
        e('number', '=', e.fn.any(e.val([...numbers]))),
        e('exam_number', '=', e.fn.any(e.val([...numbers]))),
      ]),
    )
    .execute()

/** Finds the numbers of students by their codes, in the order of the numbers. */
export async function findNumbersOfStudents(db: Db, codes: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('student')
    .select(sql<string>`coalesce(number, exam_number, '')`.as('number'))
    .where('code', '=', (e) => e.fn.any(e.val([...codes])))
    .orderBy('number')
    .execute()
  return rows.map(({ number }) => number)
}
