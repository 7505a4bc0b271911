import * as v from 'valibot'
import { commonTexts } from '../i18n/common.ts'
import { validationMessage } from '../i18n/translate.ts'
import { defineFile, defineQueuedWrite, defineRead, defineUpload } from './call.ts'
import { CampusFormAnswers } from './campus-form-answers.ts'
import { CampusFormDefinition, LARGEST_ATTACHMENT } from './campus-form-definition.ts'
import { campusFormIdOf } from './campus-form-names.ts'
import {
  booleanCodec,
  type Codec,
  type CodecValue,
  encodeUnchanged,
  lazyCodec,
  listCodec,
  nullableCodec,
  recordCodec,
  requiredKey,
  textCodec,
  wholeNumberCodec,
} from './codec.ts'
import { choiceField } from './fields.ts'
import type { QueuedForm } from './queued-form.ts'

/** A value that is JSON on the wire as it is in the code. */
const jsonCodec = <Schema extends v.GenericSchema>(schema: Schema): Codec<v.InferOutput<Schema>> =>
  lazyCodec({ decode: () => schema as never, encode: encodeUnchanged })

const formId = textCodec(v.regex(/^[a-z0-9-]{1,40}$/, validationMessage(commonTexts.badField)))
const byStudent = requiredKey('stuCode', textCodec())

/**
 * The states of a student's answers: none, those that need no review, under review, approved,
 * rejected.
 */
export const CAMPUS_FORM_STATES = ['', 'submitted', 'pending', 'approved', 'rejected'] as const

/** A file of an answer. `id`: a UUID that the phone chose; `bytes`: its size. */
const Attachment = recordCodec({
  id: textCodec(v.regex(/^[0-9a-f-]{36}$/, validationMessage(commonTexts.badField))),
  name: textCodec(v.maxLength(200)),
  type: textCodec(v.maxLength(100)),
  bytes: wholeNumberCodec,
  sha256: textCodec(v.regex(/^[0-9a-f]{64}$/, validationMessage(commonTexts.badField))),
})
/** A file of an answer. */
export type CampusFormAttachment = CodecValue<typeof Attachment>

/** The largest number of files of all answers of a form. */
export const MOST_FORM_ATTACHMENTS = 30

/** A student's answers, in the version of the form in which they were given. */
export const CampusFormSubmission = recordCodec({
  student: byStudent,
  form: formId,
  version: wholeNumberCodec,
  answers: jsonCodec(CampusFormAnswers),
  attachments: listCodec(Attachment),
})
/** A student's answers. */
export type CampusFormSubmission = CodecValue<typeof CampusFormSubmission>

/** A form as it is offered to a student. */
const OfferedForm = recordCodec({
  form: formId,
  version: wholeNumberCodec,
  definition: jsonCodec(CampusFormDefinition),
  state: choiceField(CAMPUS_FORM_STATES, commonTexts.badField),
  /** Why the answers were rejected. */
  reason: textCodec(),
  isChangeable: booleanCodec,
  isReviewed: booleanCodec,
  /** When the form takes answers: minutes in China time, '' for no limit. */
  from: textCodec(),
  until: textCodec(),
})
/** A form as it is offered to a student. */
export type OfferedCampusForm = CodecValue<typeof OfferedForm>

/** The forms that the campus has made. */
export const campusForms = {
  /** The forms for this student, with their definitions. */
  mine: defineRead({
    path: '/api/campusform/mine',
    who: 'student',
    offline: 'cached',
    input: recordCodec({}),
    output: recordCodec({
      forms: requiredKey('data', listCodec(OfferedForm)),
      /** Facts about the student by their names in expressions (`STUDENT_FACTS`). */
      facts: jsonCodec(v.record(v.string(), v.string())),
    }),
  }),
  /** The student's answers to one form; null if there are none. */
  find: defineRead({
    path: '/api/campusform/find',
    who: 'student',
    offline: 'cached',
    input: recordCodec({ student: byStudent, form: formId }),
    output: recordCodec({ submission: requiredKey('data', nullableCodec(CampusFormSubmission)) }),
  }),
  /** The students of the same class, for questions about a class mate; without the student. */
  classmates: defineRead({
    path: '/api/campusform/classmates',
    who: 'student',
    offline: 'cached',
    input: recordCodec({}),
    output: recordCodec({
      classmates: requiredKey(
        'data',
        listCodec(recordCodec({ student: byStudent, name: requiredKey('stuName', textCodec()) })),
      ),
    }),
  }),
  /** The definition of an earlier version, in which answers were given. */
  definition: defineRead({
    path: '/api/campusform/definition',
    who: 'bound',
    offline: 'cached',
    input: recordCodec({ form: formId, version: wholeNumberCodec }),
    output: recordCodec({ definition: requiredKey('data', jsonCodec(CampusFormDefinition)) }),
  }),
  add: defineQueuedWrite({
    path: '/api/campusform/add',
    who: 'student',
    form: 'campus-form',
    input: CampusFormSubmission,
    output: recordCodec({}),
  }),
  update: defineQueuedWrite({
    path: '/api/campusform/update',
    who: 'student',
    form: 'campus-form',
    input: CampusFormSubmission,
    output: recordCodec({}),
  }),
  /** The number of bytes of an attachment that the university has; a cut upload continues there. */
  received: defineRead({
    path: '/api/campusform/received',
    who: 'student',
    input: recordCodec({ attachment: textCodec(v.maxLength(36)) }),
    output: recordCodec({ bytes: requiredKey('data', wholeNumberCodec) }),
  }),
  /** A part of an attachment: its bytes from `offset` on. */
  attach: defineUpload({
    path: '/api/campusform/attach',
    who: 'student',
    textFields: ['attachment', 'offset', 'total', 'sha256', 'type', 'form'],
    maxBytes: LARGEST_ATTACHMENT,
    output: recordCodec({ bytes: requiredKey('data', wholeNumberCodec) }),
  }),
  attachment: defineFile({
    path: '/api/campusform/file',
    who: 'owner-or-reviewer',
    parameter: 'attachment',
  }),
}

/**
 * The queued form of a campus form; undefined if the name is that of no campus form. The forms of a
 * campus are not known when the app is built, so each is created from its name.
 */
export function createQueuedCampusForm(name: string): QueuedForm<CampusFormSubmission> | undefined {
  const form = campusFormIdOf(name) ?? ''
  if (!/^[a-z0-9-]{1,40}$/.test(form)) return undefined
  return {
    name,
    schemaVersion: 1,
    payload: CampusFormSubmission,
    upcasters: {},
    sendAfter: [],
    replaces: true,
    find: {
      ...campusForms.find,
      input: lazyCodec<{ student: string }>({
        decode: () => campusForms.find.input.decode,
        encode: ({ student }) => campusForms.find.input.encode({ student, form }),
      }),
    },
    add: campusForms.add,
    update: campusForms.update,
  }
}
