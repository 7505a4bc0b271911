import { type RawBuilder, sql } from 'kysely'
import { campusFormStepPage } from '#contract/campus-form-names'
import { selectEntryYear } from '../../platform/database/queries/entry-year.ts'

/**
 * Whether a student is in the audience of a form's newest version: a condition on a row of
 * `campus_form` with the alias `form`. `year`: the current year, which tells who is new. `student`:
 * the alias of the student's row.
 */
export const selectIsInAudience = (year: string, student = 'student'): RawBuilder<boolean> => {
  const column = (name: string) => sql.ref(`${student}.${name}`)
  const isNew = sql`${selectEntryYear(student)} = ${year}`
  return sql<boolean>`((form.levels = '{}' or ${column('enrolment')} = any(form.levels))
    and (form.colleges = '{}' or ${column('department')} = any(form.colleges))
    and (form.cohort = 'all' or (form.cohort = 'new') = (${isNew}))
    and (not form.is_listed or exists (select from campus_form_listed listed
      where listed.form_id = form.id and listed.student_code = ${column('code')})))`
}

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
