import { campusFormIdOf, campusFormStepPage } from '#contract/campus-form-names'
import { createQueuedCampusForm } from '#contract/campus-form-submission'
import { campusFormServerTexts } from '#i18n/campus-forms-server'
import { refuse } from '../../platform/http/handler.ts'
import { defineQueuedOnBehalfForm, type QueuedOnBehalfForm } from '../student-forms/public.ts'
import { findAnswers } from './answers.ts'
import { saveCampusForm } from './save-answers.ts'

/** A form of the campus for the office, by its name; undefined for the name of another form. */
export function createCampusOnBehalfForm(name: string): QueuedOnBehalfForm | undefined {
  const queued = createQueuedCampusForm(name)
  const form = campusFormIdOf(name)
  if (queued === undefined || form === undefined) return undefined
  return defineQueuedOnBehalfForm({
    form: queued,
    page: campusFormStepPage(form),
    find: async (db, student) => {
      const found = await findAnswers(db, { student, form })
      return found && { payload: found.submission, version: found.version }
    },
    save: async (ask) =>
      ask.input.form === form ? saveCampusForm(ask) : refuse(campusFormServerTexts.otherForm),
  })
}
