import { sql } from 'kysely'
import { type CompiledForm, compileForm } from '#contract/campus-form-answers'
import type { CampusFormDefinition } from '#contract/campus-form-definition'
import { type CampusFormSettings } from '#contract/campus-form-settings'
import { toChinaYear } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import { selectIsFormFor } from '../campus-form-audience/public.ts'

/** A published version of a form. */
export interface PublishedForm {
  readonly form: string
  readonly version: number
  readonly definition: CampusFormDefinition
  readonly settings: CampusFormSettings
  readonly publishedAt: Date
  /** Since when the form takes no answers and is offered to nobody; null while it does. */
  readonly retiredAt: Date | null
}

const selectVersions = (db: Db) =>
  db
    .selectFrom('campus_form_version as published')
    .innerJoin('campus_form as form', 'form.id', 'published.form_id')
    .select([
      'published.form_id as form',
      'published.version',
      'published.definition',
      'published.settings',
      'published.published_at as publishedAt',
      'form.retired_at as retiredAt',
    ])

/** Finds the newest published version of each form, retired forms included. */
export const findNewestVersions = (db: Db): Promise<PublishedForm[]> =>
  selectVersions(db)
    .whereRef('published.version', '=', 'form.version')
    .orderBy('form.created_at')
    .orderBy('form.id')
    .execute()

/** Finds a published version of a form; the newest if no version is given. */
export const findPublishedVersion = (
  db: Db,
  form: string,
  version?: number,
): Promise<PublishedForm | undefined> =>
  selectVersions(db)
    .where('published.form_id', '=', form)
    .$if(version === undefined, (query) => query.whereRef('published.version', '=', 'form.version'))
    .$if(version !== undefined, (query) => query.where('published.version', '=', version ?? 0))
    .executeTakeFirst()

/** Finds when and by whom each version of a form was published, newest first. */
export const findVersionList = (db: Db, form: string) =>
  db
    .selectFrom('campus_form_version as published')
    .leftJoin('staff', 'staff.code', 'published.published_by')
    .select(['published.version', 'published.published_at as publishedAt'])
    .select(['published.published_by as publishedBy', 'staff.name as publisherName'])
    .where('published.form_id', '=', form)
    .orderBy('published.version', 'desc')
    .execute()

/** Whether the newest version of a form is for a student. */
export async function isFormForStudent(
  db: Db,
  { form, student, now }: { form: string; student: string; now: Date },
): Promise<boolean> {
  const found = await selectStudentsOfForm(db, form, now)
    .select('student.code')
    .where('student.code', '=', student)
    .executeTakeFirst()
  return found !== undefined
}

/**
 * Selects the students for whom the newest version of a form is, one row for each, with the aliases
 * `student` and `form`. Those who have left are included.
 */
export const selectStudentsOfForm = (db: Db, form: string, now: Date) =>
  db
    .selectFrom('campus_form as form')
    .innerJoin('student', (join) => join.on(selectIsFormFor(toChinaYear(now))))
    .where('form.id', '=', form)

/** Finds the codes of the students in a form's list. */
export async function findListedStudents(db: Db, form: string): Promise<string[]> {
  const rows = await db
    .selectFrom('campus_form_listed')
    .select('student_code')
    .where('form_id', '=', form)
    .orderBy('student_code')
    .execute()
  return rows.map(({ student_code: code }) => code)
}

/**
 * Replaces the list of students of a form, which applies at once to every version whose audience is
 * a list.
 */
export async function replaceListedStudents(
  db: Db,
  form: string,
  students: readonly string[],
): Promise<void> {
  await db.deleteFrom('campus_form_listed').where('form_id', '=', form).execute()
  await sql`insert into campus_form_listed (form_id, student_code)
    select ${form}, code from student where code = any(${students}::text[])`.execute(db)
}

/** Stores a version of a form, which is then the newest. Its number is the next one. */
export async function insertVersion(
  db: Db,
  {
    form,
    definition,
    settings,
    by,
    now,
  }: {
    readonly form: string
    readonly definition: CampusFormDefinition
    readonly settings: CampusFormSettings
    /** The staff member. */
    readonly by: string
    readonly now: Date
  },
): Promise<number> {
  const { version: last } = await db
    .selectFrom('campus_form')
    .select('version')
    .where('id', '=', form)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const version = (last ?? 0) + 1
  const { levels, colleges, cohort, isListed } = settings.audience
  await db
    .insertInto('campus_form_version')
    .values({
      form_id: form,
      version,
      definition: JSON.stringify(definition),
      settings: JSON.stringify(settings),
      published_at: now,
      published_by: by,
    })
    .execute()
  await db
    .updateTable('campus_form')
    .set({
      version,
      levels: sql`${levels}::text[]`,
      colleges: sql`${colleges}::text[]`,
      cohort,
      is_listed: isListed,
      retention_days: settings.retentionDays,
      retired_at: null,
    })
    .where('id', '=', form)
    .execute()
  return version
}

/** Retires a form, or offers it again. */
export const setRetired = (db: Db, form: string, at: Date | null) =>
  db.updateTable('campus_form').set({ retired_at: at }).where('id', '=', form).execute()

const compiled = new WeakMap<CampusFormDefinition, CompiledForm>()

/** Compiles a definition, once for each object. */
export function compileOnce(definition: CampusFormDefinition): CompiledForm {
  const known = compiled.get(definition) ?? compileForm(definition)
  compiled.set(definition, known)
  return known
}
