import * as v from 'valibot'
import { commonTexts } from '../i18n/common.ts'
import { officeTexts } from '../i18n/office.ts'
import type { Room } from './assigned-room.ts'
import { defineRead, type AllowedCallers, defineWrite } from './call.ts'
import {
  withCodecChecks,
  booleanCodec,
  requiredKey,
  listCodec,
  recordCodec,
  textCodec,
  type CodecValue,
  wholeNumberCodec,
} from './codec.ts'
import { requiredTextField } from './fields.ts'
import { SupplyPackage } from './living-supplies.ts'
import { oneOfCodec, pageOf } from './record-keys.ts'
import { revealNumberInput, revealNumberOutput } from './reveal.ts'
import { STUDENT_PAGE_ROLES } from './roles.ts'
import { formFieldsCodec, StudentSearchResult, StudentPage } from './student-page.ts'
import { Colour, Garment } from './uniform.ts'

/** The largest number of outbox items in one exported file. */
export const MAX_ITEMS_PER_OUTBOX_FILE = 100

const student = requiredKey('student', requiredTextField(commonTexts.badField, 64))
const reason = requiredKey('reason', requiredTextField(officeTexts.reasonNeeded, 200))
const version = requiredKey('version', textCodec(v.maxLength(100)))
const form = requiredKey('form', requiredTextField(commonTexts.badField, 64))

/** The version of the values that the user saw before changing them. */
const seen = requiredKey('version', requiredTextField(commonTexts.badField))

/**
 * What the university has received under the key of an exported submission: nothing ('new'), the
 * same payload, which was accepted ('arrived') or refused ('refused'), or another payload
 * ('other-words'). 'unreadable': the exported submission cannot be read.
 */
export const SUBMISSION_STATES = ['new', 'arrived', 'refused', 'other-words', 'unreadable'] as const

const ExportedSubmission = recordCodec({
  form,
  key: textCodec(v.regex(/^[A-Za-z0-9_.~-]{8,200}$/)),
  schemaVersion: wholeNumberCodec,
  words: formFieldsCodec,
})
/** A submission exported from a student's phone. */
export type ExportedSubmission = CodecValue<typeof ExportedSubmission>

const ComparedSubmission = recordCodec({
  key: textCodec(),
  state: oneOfCodec(SUBMISSION_STATES),
  /** The receipt of a submission that has arrived; otherwise ''. */
  receipt: textCodec(),
  at: textCodec(),
  /** The submission's values, upgraded to the form's current version. */
  mine: formFieldsCodec,
  /** The university's values; empty if the university has no submission of the form. */
  theirs: formFieldsCodec,
  /** The version of the university's values. */
  version,
})
/** A submission compared with the university's record. */
export type ComparedSubmission = CodecValue<typeof ComparedSubmission>

const RoomBeds = recordCodec({
  room: textCodec(),
  type: textCodec(),
  /** '1' men, '2' women, '' both. */
  gender: textCodec(),
  /** Each bed with its resident's name; '' if the bed is free. */
  beds: listCodec(recordCodec({ bed: textCodec(), who: textCodec() })),
})
/** A room with its beds, for assigning them. */
export type RoomBeds = CodecValue<typeof RoomBeds>

/**
 * Formats a bed as one line of text; '' for null. A request that changes the bed contains the
 * previous bed in this format.
 */
export const formatBed = (room: Room | null): string =>
  room === null ? '' : `${room.building} ${room.room} ${room.bed}`
const from = requiredKey('from', textCodec(v.maxLength(200)))

const act = <Fields extends Parameters<typeof recordCodec>[0]>(
  verb: string,
  who: AllowedCallers,
  more: Fields,
) =>
  defineWrite({
    path: `/api/manage/students/${verb}`,
    who,
    input: recordCodec({ student, reason, ...more }),
  })

const ADMISSIONS = ['administrator', 'admissions'] as const
const HOMES = ['administrator', 'dorm-office'] as const

/**
 * The office's calls on students: search, display and help. Each call lists the roles that may make
 * it.
 */
export const students = {
  /** Searches by number, name, the last digits of the phone number, or a receipt. */
  search: defineRead({
    path: '/api/manage/students/search',
    who: STUDENT_PAGE_ROLES,
    input: recordCodec({
      find: textCodec(v.maxLength(64)),
      after: textCodec(),
    }),
    output: pageOf('students', StudentSearchResult),
  }),
  open: defineRead({
    path: '/api/manage/students/open',
    who: STUDENT_PAGE_ROLES,
    input: recordCodec({ student }),
    output: recordCodec({ page: requiredKey('data', StudentPage) }),
  }),
  /**
   * Returns a number unmasked. The call is a write, because each request is recorded in the audit
   * log and counted.
   */
  reveal: defineWrite({
    path: '/api/manage/students/reveal',
    who: ['administrator', 'admissions', 'dorm-office'],
    ownsTransactions: true,
    input: revealNumberInput,
    output: revealNumberOutput,
  }),
  unlock: act('unlock', ADMISSIONS, {}),
  /** `phone` is the id of a phone on the student's page. */
  unbind: act('unbind', ADMISSIONS, {
    phone: requiredTextField(commonTexts.badField),
  }),
  reopen: act('reopen', ADMISSIONS, { step: wholeNumberCodec }),
  /**
   * Returns all values of a form, so that the office can edit the form for the student. The request
   * is recorded in the audit log, because the values contain numbers.
   */
  openForm: defineWrite({
    path: '/api/manage/students/openForm',
    who: ADMISSIONS,
    input: recordCodec({ student, form }),
    output: recordCodec({
      step: textCodec(),
      studentName: textCodec(),
      words: requiredKey('data', formFieldsCodec),
      version,
      /** The choices of the form; empty if it has none. */
      garments: listCodec(Garment),
      colours: listCodec(Colour),
      packages: listCodec(SupplyPackage),
    }),
  }),
  saveForm: {
    ...act('saveForm', ADMISSIONS, {
      form,
      version: seen,
      words: formFieldsCodec,
    }),
    answersKey: 'words',
  },
  /**
   * Compares submissions exported from the student's phone with the university's record; recorded
   * in the audit log.
   */
  compareSubmissions: defineWrite({
    path: '/api/manage/students/look',
    who: ADMISSIONS,
    input: recordCodec({
      student,
      /** The student that the file names. */
      subject: textCodec(v.maxLength(64)),
      items: withCodecChecks(listCodec(ExportedSubmission), v.maxLength(MAX_ITEMS_PER_OUTBOX_FILE)),
    }),
    output: recordCodec({ items: requiredKey('data', listCodec(ComparedSubmission)) }),
  }),
  /** Delivers one of the compared submissions under its own idempotency key. */
  deliver: defineWrite({
    path: '/api/manage/students/deliver',
    who: ADMISSIONS,
    ownsTransactions: true,
    input: recordCodec({
      student,
      reason,
      version: seen,
      item: ExportedSubmission,
    }),
    output: recordCodec({
      receipt: textCodec(),
      again: booleanCodec,
    }),
  }),
  /**
   * The beds that can be assigned to a student: the buildings with their numbers of free beds, and
   * the rooms of one building.
   */
  listRoomBeds: defineRead({
    path: '/api/manage/students/places',
    who: HOMES,
    input: recordCodec({
      student,
      /** '' for the buildings only. */
      building: textCodec(v.maxLength(100)),
    }),
    output: recordCodec({
      buildings: listCodec(
        recordCodec({
          building: textCodec(),
          free: wholeNumberCodec,
        }),
      ),
      rooms: listCodec(RoomBeds),
    }),
  }),
  /** Assigns a bed of an existing room; the room determines the type. */
  assignRoom: act('assignRoom', HOMES, {
    from,
    building: requiredTextField(commonTexts.badField),
    room: requiredTextField(commonTexts.badField, 20),
    bed: requiredTextField(commonTexts.badField, 20),
  }),
  clearRoom: act('clearRoom', HOMES, { from }),
  /** Marks the admission as checked, or as not checked. */
  admit: act('admit', ADMISSIONS, { done: booleanCodec }),
  arrive: act('arrive', ['administrator', 'admissions', 'dorm-office', 'dorm-supervisor'], {}),
  /** Revokes an arrival, no matter who confirmed it; the arrival stays on record. */
  unarrive: act('unarrive', [...ADMISSIONS, 'dorm-office'], {}),
  withdraw: act('withdraw', ADMISSIONS, {}),
  readmit: act('readmit', ADMISSIONS, {}),
}
