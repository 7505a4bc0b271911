import { type RawBuilder, sql } from 'kysely'
import { stepPageOfForm } from '#contract/campus-form-settings'

/**
 * Whether the newest version of a form is for a student: a condition on a row of `campus_form` with
 * the alias `form`. `student`: the alias of the row of the student. `year`: the current year, which
 * tells who is new.
 */
export const selectIsFormFor = (year: number, student = 'student'): RawBuilder<boolean> => {
  const column = (name: string) => sql.ref(`${student}.${name}`)
  // The rule of `isNewStudent` in SQL (D-28).
  const isNew = sql`left(coalesce(nullif(${column('entry_year')}, ''), ${column('grade')}), 4) = ${String(year)}`
  return sql<boolean>`(form.version is not null and form.retired_at is null
    and (form.levels = '{}' or ${column('enrolment')} = any(form.levels))
    and (form.colleges = '{}' or ${column('department')} = any(form.colleges))
    and (form.cohort = 'all' or (form.cohort = 'new') = (${isNew}))
    and (not form.is_listed or exists (select from campus_form_listed listed
      where listed.form_id = form.id and listed.student_code = ${column('code')})))`
}

/**
 * Whether a student has a step as far as forms are concerned: always a step of the app, and the step
 * of a form if the form is for the student. `step`: the alias of the row of `flow_step`.
 */
export const selectHasFormStep = (
  year: number,
  { step, student = 'student' }: { readonly step: string; readonly student?: string },
): RawBuilder<boolean> => {
  const page = sql.ref(`${step}.page`)
  const prefix = stepPageOfForm('')
  return sql<boolean>`(not starts_with(${page}, ${prefix}) or exists (select from campus_form form
    where form.id = substr(${page}, ${prefix.length + 1}) and ${selectIsFormFor(year, student)}))`
}
