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

/** How many items of an outbox one file may bring. */
export const MAX_ITEMS_PER_FILE = 100

const student = key('student', requiredText(commonTexts.badField, 64))
const reason = key('reason', requiredText(officeTexts.reasonNeeded, 200))
const version = key('version', text(v.maxLength(100)))
const form = key('form', requiredText(commonTexts.badField, 40))

/** The version of the words that were seen. */
const seen = key('version', requiredText(commonTexts.badField))

/** How a submission of a file stands at the university. */
export const SUBMISSION_STATES = ['new', 'arrived', 'refused', 'other-words', 'unreadable'] as const

const ExportedSubmission = record({
  form,
  key: key('key', text(v.regex(/^[A-Za-z0-9_.~-]{8,200}$/))),
  schemaVersion: key('schemaVersion', wholeNumber),
  words: key('words', formFields),
})
/** A submission that was taken out of a student's phone. */
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
  /** Of one that has arrived; '' else. */
  receipt: key('receipt', text()),
  at: key('at', text()),
  /** Brought up to date, as the form stores them now. */
  mine: key('mine', formFields),
  /** What the university has; nothing for a form that was never sent. */
  theirs: key('theirs', formFields),
  /** The version of that. */
  version,
})
/** A submission beside what the university has. */
export type ComparedSubmission = CodecValue<typeof ComparedSubmission>

const RoomBeds = record({
  room: key('room', text()),
  type: key('type', text()),
  /** '1' men, '2' women, '' both. */
  gender: key('gender', text()),
  /** Each bed, and the name of who lives there; '' for a free one. */
  beds: key('beds', list(record({ bed: key('bed', text()), who: key('who', text()) }))),
})
/** A room with its beds as the office gives them. */
export type RoomBeds = CodecValue<typeof RoomBeds>

/** A place in one line, by which a change says from where it was made; '' for none. */
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

/** A student in the office: found, shown, and helped. Each call names the least roles it needs. */
export const students = {
  /** By number, name, the last digits of the phone, or a receipt. */
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
  /** Looking at a number is noted and counted: so it is a write. */
  reveal: defineWrite({
    path: '/api/manage/students/reveal',
    who: ['administrator', 'admissions', 'dorm-office'],
    ownsTransactions: true,
    input: revealInput,
    output: revealOutput,
    rule: codeZero,
  }),
  unlock: act('unlock', ADMISSIONS, {}),
  /** `phone` is one of the page's. */
  unbind: act('unbind', ADMISSIONS, { phone: key('phone', requiredText(commonTexts.badField)) }),
  reopen: act('reopen', ADMISSIONS, { step: key('step', wholeNumber) }),
  /** All words of a form, to go on with them at the desk: noted, for there are numbers in them. */
  openForm: defineWrite({
    path: '/api/manage/students/openForm',
    who: ADMISSIONS,
    input: record({ student, form }),
    output: record({
      step: key('step', text()),
      words: key('data', formFields),
      version,
      /** What the form offers to choose from, empty for one that offers nothing. */
      garments: key('garments', list(Garment)),
      colours: key('colours', list(Colour)),
      packages: key('packages', list(SupplyPackage)),
    }),
    rule: codeZero,
  }),
  saveForm: act('saveForm', ADMISSIONS, { form, version: seen, words: key('words', formFields) }),
  /** What was taken out of the student's phone, beside what the university has; noted. */
  look: defineWrite({
    path: '/api/manage/students/look',
    who: ADMISSIONS,
    input: record({
      student,
      /** Whose the file says it is. */
      subject: key('subject', text(v.maxLength(64))),
      items: key('items', withChecks(list(ExportedSubmission), v.maxLength(MAX_ITEMS_PER_FILE))),
    }),
    output: record({ items: key('data', list(ComparedSubmission)) }),
    rule: codeZero,
  }),
  /** Deliver one of them under its own key. */
  deliver: defineWrite({
    path: '/api/manage/students/deliver',
    who: ADMISSIONS,
    ownsTransactions: true,
    input: record({ student, reason, version: seen, item: key('item', ExportedSubmission) }),
    output: record({ receipt: key('receipt', text()), again: key('again', flag) }),
    rule: codeZero,
  }),
  /** The rooms that take a student: the buildings with their free beds, and the rooms of one. */
  places: defineRead({
    path: '/api/manage/students/places',
    who: HOMES,
    offline: 'online-only',
    input: record({
      student,
      /** '' for the buildings alone. */
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
  /** A bed of a room that is there; of which type it is, its room says. */
  assignRoom: act('assignRoom', HOMES, {
    from,
    building: key('building', requiredText(commonTexts.badField)),
    room: key('room', requiredText(commonTexts.badField, 20)),
    bed: key('bed', requiredText(commonTexts.badField, 20)),
  }),
  clearRoom: act('clearRoom', HOMES, { from }),
  /** The admission was checked, or that is taken back. */
  admit: act('admit', ADMISSIONS, { done: key('done', flag) }),
  arrive: act('arrive', ['administrator', 'admissions', 'dorm-office', 'dorm-supervisor'], {}),
  /** Whoever confirmed it; it stays on record. */
  unarrive: act('unarrive', [...ADMISSIONS, 'dorm-office'], {}),
  withdraw: act('withdraw', ADMISSIONS, {}),
  readmit: act('readmit', ADMISSIONS, {}),
}
