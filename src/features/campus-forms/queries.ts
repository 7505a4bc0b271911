import { cachedQuery } from '#app/lib/cache/cached-query.ts'
import { currentSession } from '#app/lib/session/session.ts'
import { campusFormDelivery } from '#contract/campus-form-submission'
import { campusForms } from '#contract/campus-forms'

/** Reads the forms for this student, with their definitions. */
export const offeredFormsQuery = () =>
  cachedQuery({ name: 'campus-forms', entry: campusForms.mine, input: {}, maxAge: 30 })

/** Reads the student's answers to a form; the value is null if there are none. */
export const answersQuery = (form: string) =>
  cachedQuery({
    name: 'campus-form',
    parts: [form],
    entry: campusFormDelivery.find,
    input: { student: currentSession()?.subject ?? '', form },
    maxAge: 30,
  })

/** Reads the definition of a version of a form, in which answers were given. */
export const definitionQuery = (form: string, version: number) =>
  cachedQuery({
    name: 'campus-form-version',
    parts: [form, version],
    entry: campusForms.definition,
    input: { form, version },
    maxAge: 90,
  })

/** Reads the students of the same class. */
export const classmatesQuery = () =>
  cachedQuery({ name: 'classmates', entry: campusForms.classmates, input: {}, maxAge: 30 })
