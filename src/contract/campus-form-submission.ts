import * as v from 'valibot'
import { commonTexts } from '../i18n/common.ts'
import { validationMessage } from '../i18n/translate.ts'
import { defineQueuedWrite, defineRead, defineUpload } from './call.ts'
import { campusFormIdOf, queuedCampusFormName } from './campus-form-names.ts'
import {
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
  withCodecChecks,
} from './codec.ts'
import { ID_DOCUMENT_TYPES } from './id-document.ts'
import { isStorableText } from './normalize.ts'
import type { QueuedForm } from './queued-form.ts'

// The outbox of every phone loads this file, and only phones with campus forms load definitions and
// expressions. So this file imports neither.

/** The longest answer to a question, characters. */
export const MOST_ANSWER_CHARACTERS = 5_000
/** The largest file of an answer, bytes. */
export const LARGEST_ATTACHMENT = 20 * 2 ** 20
/** The largest part of a file in one request, bytes. */
export const LARGEST_ATTACHMENT_PART = 2 ** 20

const answerText = v.pipe(v.string(), v.maxLength(MOST_ANSWER_CHARACTERS), v.check(isStorableText))

const SingleAnswer = v.union([
  answerText,
  v.pipe(v.array(answerText), v.maxLength(500)),
  v.strictObject({ type: v.picklist(ID_DOCUMENT_TYPES), number: answerText }),
  v.strictObject({ student: answerText, name: answerText }),
  v.strictObject({ name: answerText, drawing: answerText }),
])
/** The answer to a question: '' or [] if it is not answered. */
export type SingleAnswer = v.InferOutput<typeof SingleAnswer>

const AnswerName = v.pipe(v.string(), v.maxLength(64))
const AnswerGroup = v.record(AnswerName, SingleAnswer)

/**
 * The answers of a form by the names of the questions; of a repetition, a list of such records.
 * Sections have no level of their own. The shape says nothing about a definition: `checkAnswers`
 * does.
 */
export const CampusFormAnswers = v.record(
  AnswerName,
  v.union([SingleAnswer, v.pipe(v.array(AnswerGroup), v.maxLength(50))]),
)
/** The answers of a form. */
export type CampusFormAnswers = v.InferOutput<typeof CampusFormAnswers>
/** The answers of one repetition. */
export type AnswerGroup = v.InferOutput<typeof AnswerGroup>

/** A value that is JSON on the wire as it is in the code. */
export const jsonCodec = <Schema extends v.GenericSchema>(
  schema: Schema,
): Codec<v.InferOutput<Schema>> =>
  lazyCodec({ decode: () => schema as never, encode: encodeUnchanged })

/** The answers of a form on the wire. */
export const campusFormAnswersCodec: Codec<CampusFormAnswers> = lazyCodec({
  decode: () => v.pipe(CampusFormAnswers, v.transform(trimTexts)) as never,
  encode: encodeUnchanged,
  schema: () => CampusFormAnswers,
})

/** Trims all texts of a value (ID-07). */
function trimTexts<Value>(value: Value): Value
function trimTexts(value: unknown): unknown {
  if (typeof value === 'string') return value.trim()
  if (Array.isArray(value)) return value.map(trimTexts)
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, trimTexts(inner)]))
    : value
}

/** The id of a campus form. */
export const campusFormId = textCodec(
  v.regex(/^[a-z0-9-]{1,40}$/, validationMessage(commonTexts.badField)),
)
/** The student's number, under its name on the wire. */
export const byStudent = requiredKey('stuCode', textCodec())

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
  form: campusFormId,
  version: wholeNumberCodec,
  answers: campusFormAnswersCodec,
  attachments: withCodecChecks(listCodec(Attachment), v.maxLength(MOST_FORM_ATTACHMENTS)),
})
/** A student's answers. */
export type CampusFormSubmission = CodecValue<typeof CampusFormSubmission>

/** The group of the calls of all campus forms. */
export const CAMPUS_FORM = 'campus-form'
/** The calls by which the outbox sends a student's answers and their files. */
export const campusFormDelivery = {
  /** The student's answers to one form; null if there are none. */
  find: defineRead({
    path: '/api/campusform/find',
    who: 'student',
    offline: 'cached',
    input: recordCodec({ student: byStudent, form: campusFormId }),
    // The sender recognises a record by this key.
    output: recordCodec({
      submission: requiredKey('results', nullableCodec(CampusFormSubmission)),
    }),
  }),
  add: defineQueuedWrite({
    path: '/api/campusform/add',
    who: 'student',
    form: CAMPUS_FORM,
    readForm: ({ form }) => queuedCampusFormName(form),
    answersKey: 'answers',
    input: CampusFormSubmission,
    output: recordCodec({}),
  }),
  update: defineQueuedWrite({
    path: '/api/campusform/update',
    who: 'student',
    form: CAMPUS_FORM,
    readForm: ({ form }) => queuedCampusFormName(form),
    answersKey: 'answers',
    input: CampusFormSubmission,
    output: recordCodec({}),
  }),
  /**
   * The number of bytes of an attachment that the university has; a cut upload continues there. It
   * has all of them only once it has checked and stored the file.
   */
  received: defineRead({
    path: '/api/campusform/received',
    who: 'student',
    input: recordCodec({ attachment: textCodec(v.maxLength(36)) }),
    output: recordCodec({ bytes: requiredKey('data', wholeNumberCodec) }),
  }),
  /**
   * A part of an attachment: its bytes from `offset` on. The answer is the number of bytes that the
   * university has, from the beginning; a part that it has is left out, and one behind a gap is not
   * stored. The last part is answered once the hash and the kind of the file are checked. A file that
   * is refused is refused for good. Pictures are at most 5 MB.
   */
  attach: defineUpload({
    path: '/api/campusform/attach',
    who: 'student',
    textFields: ['attachment', 'offset', 'total', 'sha256', 'type', 'form'],
    maxBytes: LARGEST_ATTACHMENT_PART,
    output: recordCodec({ bytes: requiredKey('data', wholeNumberCodec) }),
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
    readAttachments: ({ attachments }) => attachments,
    find: {
      ...campusFormDelivery.find,
      input: lazyCodec<{ student: string }>({
        decode: () => campusFormDelivery.find.input.decode,
        encode: ({ student }) => campusFormDelivery.find.input.encode({ student, form }),
      }),
    },
    add: campusFormDelivery.add,
    update: campusFormDelivery.update,
  }
}
