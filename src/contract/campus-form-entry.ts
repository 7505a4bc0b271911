import { defineFile, defineRead, defineUpload } from './call.ts'
import { LARGEST_ATTACHMENT } from './campus-form-submission.ts'
import { campusForms } from './campus-forms.ts'
import { recordCodec, requiredKey, textCodec, wholeNumberCodec } from './codec.ts'

const ENTRY_ROLES = ['administrator', 'admissions'] as const

/**
 * What the office needs to fill in a form of the campus for a student, besides the calls of the
 * student's page: `students.openForm` and `students.saveForm`.
 */
export const campusFormEntry = {
  /** The forms that are for a student, as the student is offered them. */
  list: defineRead({
    path: '/api/manage/campusform/offered',
    who: ENTRY_ROLES,
    input: recordCodec({ student: textCodec() }),
    output: campusForms.mine.output,
  }),
  /** The students of a student's class, without the student. */
  classmates: defineRead({
    path: '/api/manage/campusform/classmates',
    who: ENTRY_ROLES,
    input: recordCodec({ student: textCodec() }),
    output: campusForms.classmates.output,
  }),
  /** Stores a whole file for a student's answers, under an id that the caller chooses (a UUID). */
  attach: defineUpload({
    path: '/api/manage/campusform/attach',
    who: ENTRY_ROLES,
    textFields: ['student', 'attachment', 'form', 'sha256'],
    maxBytes: LARGEST_ATTACHMENT,
    output: recordCodec({ bytes: requiredKey('data', wholeNumberCodec) }),
  }),
  /** A file of a student's answers; the audit log records who opened it. */
  file: defineFile({
    path: '/api/manage/campusform/file',
    who: ENTRY_ROLES,
    parameter: 'attachment',
  }),
}
