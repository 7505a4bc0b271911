import type { campusFormEntry } from '#contract/campus-form-entry'
import { queuedCampusFormName } from '#contract/campus-form-names'
import { refusalTexts } from '#i18n/refusals'
import { type Handlers, refuse, staffHandler, succeed } from '../../platform/http/handler.ts'
import {
  findClassmates,
  findFile,
  listOfferedForms,
  receivePart,
  toFile,
} from '../campus-forms/public.ts'
import { recordAuditEntry } from '../office/public.ts'
import { findStudentByCode } from './store.ts'

/** The handlers with which the office fills in a form of the campus for a student. */
export const campusFormEntryHandlers: Handlers<typeof campusFormEntry> = {
  list: async (ask) => {
    const student = await findStudentByCode(ask.db, ask.input.student)
    return student === undefined
      ? refuse(refusalTexts.notFound)
      : succeed(await listOfferedForms(ask, student))
  },

  classmates: async ({ db, input }) => {
    const student = await findStudentByCode(db, input.student)
    return student === undefined
      ? refuse(refusalTexts.notFound)
      : succeed({ classmates: await findClassmates(db, student) })
  },

  attach: staffHandler(async (ask) => {
    const { db, input, staff, now } = ask
    const student = await findStudentByCode(db, input.fields['student'] ?? '')
    if (student === undefined) return refuse(refusalTexts.notFound)
    const total = String(input.bytes.byteLength)
    const whole = { ...input.fields, offset: '0', total, type: '' }
    const stored = await receivePart({ ...ask, student, input: { ...input, fields: whole } })
    if (stored.type === 'ok')
      await recordAuditEntry(db, {
        staff: staff.code,
        action: 'students.attachFile',
        about: `student:${student.code}`,
        details: { form: queuedCampusFormName(input.fields['form'] ?? '') },
        now,
      })
    return stored
  }),

  file: async ({ db, key, caller, now }) => {
    const found = await findFile(db, key)
    if (found === undefined || caller.role !== 'staff') return { type: 'missing' }
    await recordAuditEntry(db, {
      staff: caller.staff.code,
      action: 'students.openFile',
      about: `student:${found.student}`,
      details: { form: queuedCampusFormName(found.form) },
      now,
    })
    return toFile(found)
  },
}
