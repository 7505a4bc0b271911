import * as v from 'valibot'
import { commonTexts } from '../i18n/common.ts'
import { officeTexts } from '../i18n/office.ts'
import { read, type Who, write } from './call.ts'
import {
  checked,
  flag,
  key,
  late,
  list,
  record,
  text,
  unchanged,
  type Value,
  whole,
} from './codec.ts'
import { needed } from './fields.ts'
import { Package } from './living.ts'
import { revealInput, revealOutput } from './reveal.ts'
import { ROLES } from './roles.ts'
import type { Room } from './room.ts'
import { codeZero } from './rules.ts'
import { fields, FoundStudent, StudentPage } from './student-page.ts'
import { Colour, Garment } from './uniform.ts'

/** How many items of an outbox one file may bring. */
export const MOST_ITEMS = 100

const student = key('student', needed(commonTexts.badField, 64))
const reason = key('reason', needed(officeTexts.reasonNeeded, 200))
const version = key('version', text(v.maxLength(100)))
const form = key('form', needed(commonTexts.badField, 40))

/** The version of the words that were seen. */
const seen = key('version', needed(commonTexts.badField))

/** How a submission of a file stands at the university. */
export const ITEM_STATES = ['new', 'arrived', 'refused', 'other-words', 'unreadable'] as const

const Taken = record({
  form,
  key: key('key', text(v.regex(/^[A-Za-z0-9_.~-]{8,200}$/))),
  schemaVersion: key('schemaVersion', whole),
  words: key('words', fields),
})
/** A submission that was taken out of a student's phone. */
export type Taken = Value<typeof Taken>

const Looked = record({
  key: key('key', text()),
  state: key(
    'state',
    late<(typeof ITEM_STATES)[number]>({
      decode: () => v.picklist(ITEM_STATES),
      encode: unchanged,
    }),
  ),
  /** Of one that has arrived; '' else. */
  receipt: key('receipt', text()),
  at: key('at', text()),
  /** Brought up to date, as the form stores them now. */
  mine: key('mine', fields),
  /** What the university has; nothing for a form that was never sent. */
  theirs: key('theirs', fields),
  /** The version of that. */
  version,
})
/** A submission beside what the university has. */
export type Looked = Value<typeof Looked>

const RoomPlaces = record({
  room: key('room', text()),
  type: key('type', text()),
  /** '1' men, '2' women, '' both. */
  gender: key('gender', text()),
  /** Each bed, and the name of who lives there; '' for a free one. */
  beds: key('beds', list(record({ bed: key('bed', text()), who: key('who', text()) }))),
})
/** A room with its beds as the office gives them. */
export type RoomPlaces = Value<typeof RoomPlaces>

/** A place in one line, by which a change says from where it was made; '' for none. */
export const placeLine = (room: Room | null): string =>
  room === null ? '' : `${room.building} ${room.room} ${room.bed}`
const from = key('from', text(v.maxLength(200)))

const act = <Fields extends Parameters<typeof record>[0]>(verb: string, who: Who, more: Fields) =>
  write({
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
  search: read({
    path: '/api/manage/students/search',
    who: ROLES,
    offline: 'live',
    input: record({ find: key('find', text(v.maxLength(64))), after: key('after', text()) }),
    output: record({ students: key('data', list(FoundStudent)), next: key('next', text()) }),
    rule: codeZero,
  }),
  open: read({
    path: '/api/manage/students/open',
    who: ROLES,
    offline: 'live',
    input: record({ student }),
    output: record({ page: key('data', StudentPage) }),
    rule: codeZero,
  }),
  /** Looking at a number is noted and counted: so it is a write. */
  reveal: write({
    path: '/api/manage/students/reveal',
    who: ['administrator', 'admissions', 'dorm-office'],
    apart: true,
    input: revealInput,
    output: revealOutput,
    rule: codeZero,
  }),
  unlock: act('unlock', ADMISSIONS, {}),
  /** `phone` is one of the page's. */
  unbind: act('unbind', ADMISSIONS, { phone: key('phone', needed(commonTexts.badField)) }),
  reopen: act('reopen', ADMISSIONS, { step: key('step', whole) }),
  /** All words of a form, to go on with them at the desk: noted, for there are numbers in them. */
  openForm: write({
    path: '/api/manage/students/openForm',
    who: ADMISSIONS,
    input: record({ student, form }),
    output: record({
      step: key('step', text()),
      words: key('data', fields),
      version,
      /** What the form offers to choose from, empty for one that offers nothing. */
      garments: key('garments', list(Garment)),
      colours: key('colours', list(Colour)),
      packages: key('packages', list(Package)),
    }),
    rule: codeZero,
  }),
  saveForm: act('saveForm', ADMISSIONS, { form, version: seen, words: key('words', fields) }),
  /** What was taken out of the student's phone, beside what the university has; noted. */
  look: write({
    path: '/api/manage/students/look',
    who: ADMISSIONS,
    input: record({
      student,
      /** Whose the file says it is. */
      subject: key('subject', text(v.maxLength(64))),
      items: key('items', checked(list(Taken), v.maxLength(MOST_ITEMS))),
    }),
    output: record({ items: key('data', list(Looked)) }),
    rule: codeZero,
  }),
  /** Deliver one of them under its own key. */
  deliver: write({
    path: '/api/manage/students/deliver',
    who: ADMISSIONS,
    apart: true,
    input: record({ student, reason, version: seen, item: key('item', Taken) }),
    output: record({ receipt: key('receipt', text()), again: key('again', flag) }),
    rule: codeZero,
  }),
  /** The rooms that take a student: the buildings with their free beds, and the rooms of one. */
  places: read({
    path: '/api/manage/students/places',
    who: HOMES,
    offline: 'live',
    input: record({
      student,
      /** '' for the buildings alone. */
      building: key('building', text(v.maxLength(100))),
    }),
    output: record({
      buildings: key(
        'buildings',
        list(record({ building: key('building', text()), free: key('free', whole) })),
      ),
      rooms: key('rooms', list(RoomPlaces)),
    }),
    rule: codeZero,
  }),
  /** A bed of a room that is there; of which type it is, its room says. */
  assignRoom: act('assignRoom', HOMES, {
    from,
    building: key('building', needed(commonTexts.badField)),
    room: key('room', needed(commonTexts.badField, 20)),
    bed: key('bed', needed(commonTexts.badField, 20)),
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
