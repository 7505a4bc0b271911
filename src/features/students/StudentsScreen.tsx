import type { ComponentType } from 'react'
import type { OnBehalfProps } from '#app/lib/forms/on-behalf.ts'
import { campusFormIdOf } from '#contract/campus-form-names'
import type { RecordFormName } from '#contract/forms'
import { OnBehalfScreen } from './OnBehalfScreen.tsx'
import { OutboxFileScreen } from './OutboxFileScreen.tsx'
import { StudentScreen } from './StudentScreen.tsx'
import { StudentSearchScreen } from './StudentSearchScreen.tsx'

/** The forms that the office can fill in for a student, by name. */
export type OnBehalfForms = Readonly<Record<string, ComponentType<OnBehalfProps>>>

/**
 * The students section: the search, one student, a form of the student, or a file exported from the
 * student's phone.
 */
export function StudentsScreen({
  rest,
  forms: fillable,
}: {
  rest: string
  forms: Readonly<Record<RecordFormName | 'details' | 'campus', ComponentType<OnBehalfProps>>>
}) {
  const forms: OnBehalfForms = fillable
  const [student = '', page, form = ''] = rest.split('/')
  if (student === '') return <StudentSearchScreen />
  if (page === 'file') return <OutboxFileScreen key={student} student={student} />
  const Form =
    page === 'form' ? forms[campusFormIdOf(form) === undefined ? form : 'campus'] : undefined
  return Form === undefined ? (
    <StudentScreen key={student} student={student} forms={forms} />
  ) : (
    <OnBehalfScreen key={rest} student={student} form={form} Form={Form} />
  )
}
