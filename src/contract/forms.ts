import { createQueuedCampusForm } from './campus-form-submission.ts'
import type { AnyForm, FindQueuedForm } from './queued-form.ts'
import * as all from './queued-forms.ts'

/**
 * The built-in queued forms by name. The outbox and the worker need nothing else of the contract,
 * so this file imports no capability without a queued form, which they would have to load.
 */
export const queuedForms: Readonly<Record<string, AnyForm>> = all

/** Finds a queued form by its name: a built-in form, or a form that the campus has made. */
export const findQueuedForm: FindQueuedForm = (name) =>
  queuedForms[name] ?? createQueuedCampusForm(name)

/** The names of the built-in queued forms. */
export type QueuedFormName = keyof typeof all

/**
 * The forms of which the university has one record a student, which a submission adds or updates:
 * the office opens, fills in and exports each of them.
 */
export type RecordFormName = {
  [Name in QueuedFormName]: (typeof all)[Name] extends { find: unknown } ? Name : never
}[QueuedFormName]
