import * as v from 'valibot'
import { defineRead, defineWrite } from './call.ts'
import {
  withChecks,
  flag,
  key,
  lazyCodec,
  list,
  optionalKey,
  record,
  text,
  passThrough,
  type CodecValue,
  wholeNumber,
} from './codec.ts'
import { ROLES, type StaffRole } from './roles.ts'
import { codeZero } from './rules.ts'

/** Whose arrival is looked at: this year's new students, or everybody's. */
export const COHORTS = ['new', 'all'] as const
/** One of them. */
export type Cohort = (typeof COHORTS)[number]

const cohort = lazyCodec<Cohort>({ decode: () => v.picklist(COHORTS), encode: passThrough })

/** What narrows arrivals; '' is everything. */
export const studentFilter = {
  cohort: key('cohort', cohort),
  department: key('department', text()),
  building: key('building', text()),
}
const Filter = record(studentFilter)
/** What narrows arrivals; '' is everything. */
export type StudentFilter = CodecValue<typeof Filter>

/** Who looks at arrivals; a supervisor sees the own buildings. */
export const ARRIVAL_ROLES: readonly StaffRole[] = [
  'administrator',
  'admissions',
  'dorm-office',
  'dorm-supervisor',
]

const ArrivalCount = record({
  name: key('name', text()),
  /** The floor of a building, where it is one. */
  floor: key('floor', text()),
  expected: key('expected', wholeNumber),
  arrived: key('arrived', wholeNumber),
  /** Of those who arrived: confirmed by a number that was typed, without a code. */
  unverified: key('unverified', wholeNumber),
})
/** How many of a building, a department … are expected and have arrived. */
export type ArrivalCount = CodecValue<typeof ArrivalCount>

const ArrivalOverview = record({
  all: key('all', ArrivalCount),
  buildings: key('buildings', list(ArrivalCount)),
  floors: key('floors', list(ArrivalCount)),
  departments: key('departments', list(ArrivalCount)),
  /** By native place where the form of the family says it, else by the number of the ID card. */
  provinces: key('provinces', list(ArrivalCount)),
  /** Each hour in which somebody arrived, by its beginning, ISO instant. */
  hours: key(
    'hours',
    list(record({ hour: key('hour', text()), arrived: key('arrived', wholeNumber) })),
  ),
})
/** The arrival day in figures; no person is in them. */
export type ArrivalOverview = CodecValue<typeof ArrivalOverview>

/** Which students of the arrival day a list shows. */
export const ARRIVAL_STATES = ['missing', 'arrived', 'unverified'] as const
/** One of them. */
export type ArrivalState = (typeof ARRIVAL_STATES)[number]
const state = lazyCodec<ArrivalState>({
  decode: () => v.picklist(ARRIVAL_STATES),
  encode: passThrough,
})

const ExpectedStudent = record({
  student: key('student', text()),
  number: key('number', text()),
  name: key('name', text()),
  department: key('department', text()),
  building: key('building', text()),
  room: key('room', text()),
  bed: key('bed', text()),
  /** ISO instant; '' who has not arrived. */
  arrivedAt: key('arrivedAt', text()),
  confirmedBy: key('confirmedBy', text()),
  /** Who brought the scan, where that was not who scanned; absent where nobody else did. */
  deliveredBy: optionalKey('deliveredBy', text()),
  verified: key('verified', flag),
})
/** Who is expected, with the arrival where there is one. */
export type ExpectedStudent = CodecValue<typeof ExpectedStudent>

const ScanningDevice = record({
  id: key('id', text()),
  staff: key('staff', text()),
  name: key('name', text()),
  buildings: key('buildings', list(text())),
  /** When anything of it was heard last, ISO instant; '' never. */
  heardAt: key('heardAt', text()),
  /** When it told what it holds, ISO instant; '' never. */
  reportedAt: key('reportedAt', text()),
  scans: key('scans', wholeNumber),
  refused: key('refused', wholeNumber),
})
/** The phone of somebody who confirms arrivals. */
export type ScanningDevice = CodecValue<typeof ScanningDevice>

const PHONES_AT_ONCE = 500

/** The arrival day (SCN rows): strictly online, counted anew whenever it is asked. */
export const arrivals = {
  /** What the filters offer. */
  choices: defineRead({
    path: '/api/manage/arrivals/choices',
    who: ROLES,
    offline: 'online-only',
    input: record({}),
    output: record({
      departments: key('departments', list(text())),
      buildings: key('buildings', list(text())),
    }),
    rule: codeZero,
  }),
  /** Asked every few seconds. */
  overview: defineRead({
    path: '/api/manage/arrivals/overview',
    who: ARRIVAL_ROLES,
    offline: 'online-only',
    input: Filter,
    output: record({ overview: key('data', ArrivalOverview) }),
    rule: codeZero,
  }),
  /** Students by number, without their phones; a page ends where `next` says. */
  list: defineRead({
    path: '/api/manage/arrivals/list',
    who: ARRIVAL_ROLES,
    offline: 'online-only',
    input: record({ ...studentFilter, state: key('state', state), after: key('after', text()) }),
    output: record({ students: key('data', list(ExpectedStudent)), next: key('next', text()) }),
    rule: codeZero,
  }),
  /** Look at the phones of these students, which the log notes. */
  phones: defineWrite({
    path: '/api/manage/arrivals/phones',
    who: ARRIVAL_ROLES,
    input: record({
      students: key('students', withChecks(list(text()), v.maxLength(PHONES_AT_ONCE))),
    }),
    output: record({
      phones: key(
        'data',
        list(record({ student: key('student', text()), phone: key('phone', text()) })),
      ),
    }),
    rule: codeZero,
  }),
  /** Whose phones confirm arrivals, when they were heard of, and what they still hold. */
  devices: defineRead({
    path: '/api/manage/arrivals/devices',
    who: ['administrator', 'admissions', 'dorm-office'],
    offline: 'online-only',
    input: record({}),
    output: record({ devices: key('data', list(ScanningDevice)) }),
    rule: codeZero,
  }),
}
