import { sql } from 'kysely'
import type { CompiledForm } from '#contract/campus-form-answers'
import type { CampusFormDefinition } from '#contract/campus-form-definition'
import { CAMPUS_FORMS_PAGE } from '#contract/campus-form-names'
import type { CampusFormSettings } from '#contract/campus-form-settings'
import { HOME_APP_GROUP } from '#contract/home'
import { campusFormServerTexts } from '#i18n/campus-forms-server'
import { toChinaYear } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import { prepareQuery } from '../../platform/database/driver/prepared-query.ts'
import {
  type CachedReadContext,
  createCachedTableReader,
} from '../../platform/records/table-cache.ts'
import { selectIsFormFor, selectIsInAudience } from '../campus-form-audience/public.ts'
import { compileFormInTurns } from './compile-form.ts'

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
    .$if(version !== undefined, (query) =>
      // A number that is too large for the column is no version.
      query.where('published.version', '=', Math.min(version ?? 0, 2 ** 31 - 1)),
    )
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

const readNewestVersions = createCachedTableReader(
  'campus-forms',
  async (db) => new Map((await findNewestVersions(db)).map((one) => [one.form, one])),
)

/**
 * The same as `findPublishedVersion`, for frequent calls: the newest versions come from the cache, so
 * that they are also compiled once.
 */
export async function readPublishedVersion(
  ask: CachedReadContext,
  form: string,
  version?: number,
): Promise<PublishedForm | undefined> {
  const newest = (await readNewestVersions(ask)).get(form)
  return newest === undefined || version === undefined || version === newest.version
    ? newest
    : findPublishedVersion(ask.db, form, version)
}

const audienceOfForm = prepareQuery(
  'whether a student is in the audience of a form',
  (db, { form, student, year }: { form: string; student: string; year: string }) =>
    db
      .selectFrom('campus_form as form')
      .innerJoin('student', (join) => join.on(selectIsInAudience(year)))
      .select('student.code')
      .where('form.id', '=', form)
      .where('student.code', '=', student),
)

/** Whether a student is in the audience of a form, which can be retired. */
export const isInAudience = async (
  db: Db,
  { form, student, now }: { form: string; student: string; now: Date },
): Promise<boolean> =>
  (await audienceOfForm.run(db, { form, student, year: String(toChinaYear(now)) })).length > 0

const formsOfStudent = prepareQuery(
  'forms of a student',
  (db, { student, year }: { student: string; year: string }) =>
    db
      .selectFrom('campus_form as form')
      .innerJoin('student', (join) => join.on(selectIsFormFor(year)))
      .leftJoin('campus_form_answer as answer', (join) =>
        join
          .onRef('answer.form_id', '=', 'form.id')
          .onRef('answer.student_code', '=', 'student.code'),
      )
      .select(['form.id as form', 'answer.state', 'answer.reason'])
      .where('student.code', '=', student)
      .orderBy('form.created_at')
      .orderBy('form.id'),
)

/** Finds the forms that are offered to a student, with the state of the student's answers. */
export const findFormsOfStudent = (db: Db, { student, now }: { student: string; now: Date }) =>
  formsOfStudent.run(db, { student, year: String(toChinaYear(now)) })

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

/**
 * Adds the list of forms to the entries of the home page, unless the campus has it already, edited or
 * withdrawn. It is shown to students for whom there are forms.
 */
export const insertFormListEntry = (db: Db) =>
  sql`insert into application (id, title, address, icon, menu, label, show, on_home, in_all, new_undergraduates_only)
    select coalesce(max(id), 0) + 1, ${campusFormServerTexts.listEntry.zh}, ${CAMPUS_FORMS_PAGE}, 'studentstatus', '1',
      ${HOME_APP_GROUP}, '1', true, true, false from application
    having not coalesce(bool_or(address = ${CAMPUS_FORMS_PAGE}), false)`.execute(db)

const compiled = new WeakMap<CampusFormDefinition, Promise<CompiledForm>>()

/** Compiles a definition, once for each object. */
export function compileOnce(definition: CampusFormDefinition): Promise<CompiledForm> {
  const known = compiled.get(definition) ?? compileFormInTurns(definition)
  compiled.set(definition, known)
  return known
}
