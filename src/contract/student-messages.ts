import * as v from 'valibot'
import { commonTexts } from '../i18n/common.ts'
import { officeTexts } from '../i18n/office.ts'
import { studentMessageTexts as texts } from '../i18n/student-messages.ts'
import { validationMessage } from '../i18n/translate.ts'
import { audienceCodec } from './audiences.ts'
import { defineRead, defineUpload, defineWrite } from './call.ts'
import {
  booleanCodec,
  type CodecValue,
  listCodec,
  recordCodec,
  requiredKey,
  textCodec,
  wholeNumberCodec,
  withCodecChecks,
} from './codec.ts'
import { longTextField, maxCharacters, requiredTextField } from './fields.ts'
import {
  ATTEMPT_STATES,
  MESSAGE_CHANNELS,
  MESSAGE_TOPICS,
  messageAttemptCodec,
} from './message-channels.ts'
import { oneOfCodec, pageOf, textKeys } from './record-keys.ts'
import type { StaffRole } from './roles.ts'

/** The roles that write to students; a counsellor to their classes, a supervisor to their buildings. */
export const MESSAGE_SENDER_ROLES: readonly StaffRole[] = [
  'administrator',
  'admissions',
  'dorm-office',
  'dorm-supervisor',
  'counsellor',
]
const who = MESSAGE_SENDER_ROLES

/** How many students of an audience are shown before a message is sent. */
export const PREVIEWED_STUDENTS = 20
/** The largest file with a list of students, bytes. */
export const MAX_LIST_BYTES = 2 * 1024 * 1024

const Choice = recordCodec(textKeys('value', 'label'))
const choices = listCodec(Choice)

/** The choices of all conditions of an audience. */
export const audienceChoicesCodec = recordCodec({
  levels: choices,
  colleges: choices,
  majors: choices,
  classes: choices,
  buildings: choices,
  stations: choices,
  steps: choices,
  lists: choices,
})
/** The choices of all conditions of an audience. */
export type AudienceChoices = CodecValue<typeof audienceChoicesCodec>

const Sum = recordCodec({
  channel: oneOfCodec(MESSAGE_CHANNELS),
  state: oneOfCodec(ATTEMPT_STATES),
  count: wholeNumberCodec,
  costFen: wholeNumberCodec,
})

const Listed = recordCodec({
  id: textCodec(),
  title: textCodec(),
  /** ISO instant. */
  at: textCodec(),
  by: textCodec(),
  important: booleanCodec,
  /** The words of the text, in lines. */
  content: textCodec(),
  /** The conditions of the audience, in words. */
  audience: textCodec(),
  withdrawn: booleanCodec,
  count: wholeNumberCodec,
  read: wholeNumberCodec,
  /** The deliveries that have not ended. */
  waiting: wholeNumberCodec,
  sums: listCodec(Sum),
})
/** A message that was sent to an audience, with its results. */
export type SentMessage = CodecValue<typeof Listed>

const Received = recordCodec({
  id: textCodec(),
  title: textCodec(),
  topic: oneOfCodec(MESSAGE_TOPICS),
  at: textCodec(),
  /** When the student read it in the app, ISO instant; '' if not yet. */
  readAt: textCodec(),
  withdrawn: booleanCodec,
  /** Whether a channel is still to be tried. */
  waiting: booleanCodec,
  attempts: listCodec(messageAttemptCodec),
})

/** The input of sending a message. */
export const sendMessageInput = withCodecChecks(
  recordCodec({
    title: textCodec(v.nonEmpty(validationMessage(texts.titleNeeded)), maxCharacters(50)),
    content: longTextField(texts.contentNeeded, 500),
    titleEn: textCodec(maxCharacters(100)),
    contentEn: textCodec(maxCharacters(1000)),
    audience: audienceCodec,
    important: booleanCodec,
    /** How many students the sender saw in the preview. */
    seen: wholeNumberCodec,
  }),
  v.forward(
    v.check(
      ({ titleEn, contentEn }) => (titleEn === '') === (contentEn === ''),
      validationMessage(texts.englishWhole),
    ),
    ['titleEn'],
  ),
)

/** Messages of the office to audiences of students: online only. */
export const studentMessages = {
  /** The choices of an audience, within the caller's students. */
  choices: defineRead({
    path: '/api/manage/reach/choices',
    who,
    input: recordCodec({}),
    output: recordCodec({
      choices: requiredKey('data', audienceChoicesCodec),
      /** The channels that are tried, in this order. */
      order: listCodec(oneOfCodec(MESSAGE_CHANNELS)),
    }),
  }),
  preview: defineRead({
    path: '/api/manage/reach/preview',
    who,
    input: recordCodec({ audience: audienceCodec }),
    output: recordCodec({
      count: wholeNumberCodec,
      /** The first students, masked. */
      students: listCodec(recordCodec(textKeys('number', 'name', 'className'))),
      /** How many of them get an SMS, as far as it is known before sending, and its price. */
      textMessages: wholeNumberCodec,
      textMessageFen: wholeNumberCodec,
    }),
  }),
  /** Uploads a list: a table or text whose cells contain numbers of students. */
  upload: defineUpload({
    path: '/api/manage/reach/upload',
    who,
    maxBytes: MAX_LIST_BYTES,
    output: recordCodec({
      id: textCodec(),
      name: textCodec(),
      count: wholeNumberCodec,
      /** The first lines in which no student was found, and the number of all of them. */
      unknown: listCodec(textCodec()),
      unknownLines: wholeNumberCodec,
    }),
  }),
  send: defineWrite({
    path: '/api/manage/reach/send',
    who,
    input: sendMessageInput,
    output: recordCodec({ told: wholeNumberCodec }),
  }),
  /** The messages that were sent, newest first; the office sees those of all senders. */
  list: defineRead({
    path: '/api/manage/reach/list',
    who,
    input: recordCodec({ after: textCodec(v.maxLength(100)) }),
    output: pageOf('messages', Listed),
  }),
  /**
   * Withdraws a message: students no longer see it, and what was not sent yet is not sent. The office
   * withdraws those of all senders.
   */
  withdraw: defineWrite({
    path: '/api/manage/reach/withdraw',
    who,
    input: recordCodec({
      id: textCodec(v.maxLength(64)),
      reason: requiredTextField(officeTexts.reasonNeeded, 500),
    }),
  }),
  /** What was sent to a student, newest first. */
  ofStudent: defineRead({
    path: '/api/manage/reach/student',
    who: ['administrator', 'admissions'],
    input: recordCodec({
      student: requiredTextField(commonTexts.badField, 64),
      after: textCodec(v.maxLength(100)),
    }),
    output: pageOf('messages', Received),
  }),
}
