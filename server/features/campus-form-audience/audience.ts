import { type RawBuilder, sql } from 'kysely'
import type { AudienceCohort } from '#contract/audiences'
import { campusFormStepPage } from '#contract/campus-form-names'
import { selectEntryYear } from '../../platform/database/queries/entry-year.ts'

/** The conditions that audiences of forms and of messages share, as columns or as values. */
interface AudienceConditions {
  /** The codes of levels; an empty list is no condition. */
  readonly levels: RawBuilder<string[]>
  /** The names of colleges; an empty list is no condition. */
  readonly colleges: RawBuilder<string[]>
  readonly cohort: RawBuilder<AudienceCohort>
}

/**
 * Whether a student meets the conditions that audiences of forms and of messages share. `year`: the
 * current year, which tells who is new. `student`: the alias of the student's row.
 */
export const meetsConditions = (
  { levels, colleges, cohort }: AudienceConditions,
  year: string,
  student = 'student',
): RawBuilder<boolean> => {
  const column = (name: string) => sql.ref(`${student}.${name}`)
  return sql<boolean>`((${levels} = '{}' or ${column('enrolment')} = any(${levels}))
    and (${colleges} = '{}' or ${column('department')} = any(${colleges}))
    and (${cohort} = 'all' or (${cohort} = 'new') = (${selectEntryYear(student)} = ${year})))`
}

const OF_FORM: AudienceConditions = {
  levels: sql`form.levels`,
  colleges: sql`form.colleges`,
  cohort: sql`form.cohort`,
}

/**
 * Whether a student is in the audience of a form's newest version: a condition on a row of
 * `campus_form` with the alias `form`.
 */
export const selectIsInAudience = (year: string, student = 'student'): RawBuilder<boolean> =>
  sql<boolean>`(${meetsConditions(OF_FORM, year, student)}
    and (not form.is_listed or exists (select from campus_form_listed listed
      where listed.form_id = form.id and listed.student_code = ${sql.ref(`${student}.code`)})))`

/** Whether a form is offered to a student: it is published, not retired, and for this student. */
export const selectIsFormFor = (year: string, student = 'student'): RawBuilder<boolean> =>
  sql<boolean>`(form.version is not null and form.retired_at is null
    and ${selectIsInAudience(year, student)})`

/**
 * Whether a student has a step as far as forms are concerned: always a step of the app, and the step
 * of a form if the form is for the student. `step`: the alias of the row of `flow_step`.
 */
export const selectHasFormStep = (
  year: string,
  { step, student = 'student' }: { readonly step: string; readonly student?: string },
): RawBuilder<boolean> => {
  const page = sql.ref(`${step}.page`)
  return sql<boolean>`(not ${selectIsFormStep(step)} or exists (select from campus_form form
    where form.id = substr(${page}, ${sql.lit(PREFIX.length + 1)})
      and ${selectIsFormFor(year, student)}))`
}

/** Whether a step is a form of the campus. */
export const selectIsFormStep = (step: string): RawBuilder<boolean> =>
  sql<boolean>`starts_with(${sql.ref(`${step}.page`)}, ${sql.lit(PREFIX)})`

const PREFIX = campusFormStepPage('')
