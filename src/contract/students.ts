import * as v from 'valibot'
import { commonTexts } from '../i18n/common.ts'
import { officeTexts } from '../i18n/office.ts'
import type { Room } from './assigned-room.ts'
import { defineRead, type AllowedCallers, defineWrite } from './call.ts'
import {
  withChecks,
  flag,
  key,
  lazyCodec,
  list,
  record,
  text,
  passThrough,
  type CodecValue,
  wholeNumber,
} from './codec.ts'
import { requiredText } from './fields.ts'
import { SupplyPackage } from './living-supplies.ts'
import { revealInput, revealOutput } from './reveal.ts'
import { ROLES } from './roles.ts'
import { codeZero } from './rules.ts'
import { formFields, StudentSearchResult, StudentPage } from './student-page.ts'
import { Colour, Garment } from './uniform.ts'

/** The largest number of outbox items in one file. */
export const MAX_ITEMS_PER_FILE = 100

const student = key('student', requiredText(commonTexts.badField, 64))
const reason = key('reason', requiredText(officeTexts.reasonNeeded, 200))
const version = key('version', text(v.maxLength(100)))
const form = key('form', requiredText(commonTexts.badField, 40))

/** The version of the values that the user saw. */
const seen = key('version', requiredText(commonTexts.badField))

/** The states of a file's submission at the university. */
export const SUBMISSION_STATES = ['new', 'arrived', 'refused', 'other-words', 'unreadable'] as const

const ExportedSubmission = record({
  form,
  key: key('key', text(v.regex(/^[A-Za-z0-9_.~-]{8,200}$/))),
  schemaVersion: key('schemaVersion', wholeNumber),
  words: key('words', formFields),
})
/** A submission exported from a student's phone. */
export type ExportedSubmission = CodecValue<typeof ExportedSubmission>

const ComparedSubmission = record({
  key: key('key', text()),
  state: key(
    'state',
    lazyCodec<(typeof SUBMISSION_STATES)[number]>({
      decode: () => v.picklist(SUBMISSION_STATES),
      encode: passThrough,
    }),
  ),
  /** The receipt of a submission that has arrived; otherwise ''. */
  receipt: key('receipt', text()),
  at: key('at', text()),
  /** The submission's values, upgraded to the form's current version. */
  mine: key('mine', formFields),
  /** The university's values; empty if the form was never submitted. */
  theirs: key('theirs', formFields),
  /** The version of the university's values. */
  version,
})
/** A submission compared with the university's record. */
export type ComparedSubmission = CodecValue<typeof ComparedSubmission>

const RoomBeds = record({
  room: key('room', text()),
  type: key('type', text()),
  /** '1' men, '2' women, '' both. */
  gender: key('gender', text()),
  /** Each bed with its resident's name; '' if it is free. */
  beds: key('beds', list(record({ bed: key('bed', text()), who: key('who', text()) }))),
})
/** A room with its beds, for assigning them. */
export type RoomBeds = CodecValue<typeof RoomBeds>

/**
 * Formats a bed as one line of text; '' for none. A change of bed sends the previous bed in this
 * format.
 */
export const formatBed = (room: Room | null): string =>
  room === null ? '' : `${room.building} ${room.room} ${room.bed}`
const from = key('from', text(v.maxLength(200)))

const act = <Fields extends Parameters<typeof record>[0]>(
  verb: string,
  who: AllowedCallers,
  more: Fields,
) =>
  defineWrite({
    path: `/api/manage/students/${verb}`,
    who,
    input: record({ student, reason, ...more }),
    output: record({}),
    rule: codeZero,
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
    who: ROLES,
    offline: 'online-only',
    input: record({ find: key('find', text(v.maxLength(64))), after: key('after', text()) }),
    output: record({ students: key('data', list(StudentSearchResult)), next: key('next', text()) }),
    rule: codeZero,
  }),
  open: defineRead({
    path: '/api/manage/students/open',
    who: ROLES,
    offline: 'online-only',
    input: record({ student }),
    output: record({ page: key('data', StudentPage) }),
    rule: codeZero,
  }),
  /**
   * Shows a number unmasked. A write, because each request is recorded in the audit log and
   * counted.
   */
  reveal: defineWrite({
    path: '/api/manage/students/reveal',
    who: ['administrator', 'admissions', 'dorm-office'],
    ownsTransactions: true,
    input: revealInput,
    output: revealOutput,
    rule: codeZero,
  }),
  unlock: act('unlock', ADMISSIONS, {}),
  /** `phone` is the id of a phone on the student's page. */
  unbind: act('unbind', ADMISSIONS, { phone: key('phone', requiredText(commonTexts.badField)) }),
  reopen: act('reopen', ADMISSIONS, { step: key('step', wholeNumber) }),
  /**
   * All values of a form, to be edited on the student's behalf. Recorded in the audit log, because
   * they contain numbers.
   */
  openForm: defineWrite({
    path: '/api/manage/students/openForm',
    who: ADMISSIONS,
    input: record({ student, form }),
    output: record({
      step: key('step', text()),
      words: key('data', formFields),
      version,
      /** The choices of the form; empty if it has none. */
      garments: key('garments', list(Garment)),
      colours: key('colours', list(Colour)),
      packages: key('packages', list(SupplyPackage)),
    }),
    rule: codeZero,
  }),
  saveForm: act('saveForm', ADMISSIONS, { form, version: seen, words: key('words', formFields) }),
  /**
   * Compares submissions exported from the student's phone with the university's record; recorded
   * in the audit log.
   */
  look: defineWrite({
    path: '/api/manage/students/look',
    who: ADMISSIONS,
    input: record({
      student,
      /** The student that the file names. */
      subject: key('subject', text(v.maxLength(64))),
      items: key('items', withChecks(list(ExportedSubmission), v.maxLength(MAX_ITEMS_PER_FILE))),
    }),
    output: record({ items: key('data', list(ComparedSubmission)) }),
    rule: codeZero,
  }),
  /** Delivers one of these submissions under its own key. */
  deliver: defineWrite({
    path: '/api/manage/students/deliver',
    who: ADMISSIONS,
    ownsTransactions: true,
    input: record({ student, reason, version: seen, item: key('item', ExportedSubmission) }),
    output: record({ receipt: key('receipt', text()), again: key('again', flag) }),
    rule: codeZero,
  }),
  /**
   * The rooms available to a student: the buildings with their free beds, and the rooms of one
   * building.
   */
  places: defineRead({
    path: '/api/manage/students/places',
    who: HOMES,
    offline: 'online-only',
    input: record({
      student,
      /** '' for the buildings only. */
      building: key('building', text(v.maxLength(100))),
    }),
    output: record({
      buildings: key(
        'buildings',
        list(record({ building: key('building', text()), free: key('free', wholeNumber) })),
      ),
      rooms: key('rooms', list(RoomBeds)),
    }),
    rule: codeZero,
  }),
  /** Assigns a bed of an existing room; the room determines the type. */
  assignRoom: act('assignRoom', HOMES, {
    from,
    building: key('building', requiredText(commonTexts.badField)),
    room: key('room', requiredText(commonTexts.badField, 20)),
    bed: key('bed', requiredText(commonTexts.badField, 20)),
  }),
  clearRoom: act('clearRoom', HOMES, { from }),
  /** Marks the admission as checked, or as not checked. */
  admit: act('admit', ADMISSIONS, { done: key('done', flag) }),
  arrive: act('arrive', ['administrator', 'admissions', 'dorm-office', 'dorm-supervisor'], {}),
  /** Revokes an arrival, whoever confirmed it; the arrival stays on record. */
  unarrive: act('unarrive', [...ADMISSIONS, 'dorm-office'], {}),
  withdraw: act('withdraw', ADMISSIONS, {}),
  readmit: act('readmit', ADMISSIONS, {}),
}
