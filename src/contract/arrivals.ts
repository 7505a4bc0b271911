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

/** The students whose arrival is counted: this year's new students, or all. */
export const COHORTS = ['new', 'all'] as const
/** One of the cohorts. */
export type Cohort = (typeof COHORTS)[number]

const cohort = lazyCodec<Cohort>({ decode: () => v.picklist(COHORTS), encode: passThrough })

/** The fields that filter arrivals; '' does not filter. */
export const studentFilter = {
  cohort: key('cohort', cohort),
  department: key('department', text()),
  building: key('building', text()),
}
const Filter = record(studentFilter)
/** A filter of arrivals. */
export type StudentFilter = CodecValue<typeof Filter>

/** The roles that may see arrivals; a supervisor sees only their own buildings. */
export const ARRIVAL_ROLES: readonly StaffRole[] = [
  'administrator',
  'admissions',
  'dorm-office',
  'dorm-supervisor',
]

const ArrivalCount = record({
  name: key('name', text()),
  /** The floor of a building, if the count is for one. */
  floor: key('floor', text()),
  expected: key('expected', wholeNumber),
  arrived: key('arrived', wholeNumber),
  /** The arrivals that were confirmed by a typed number, without a pass code. */
  unverified: key('unverified', wholeNumber),
})
/** How many students of a building, floor, department, … are expected and have arrived. */
export type ArrivalCount = CodecValue<typeof ArrivalCount>

const ArrivalOverview = record({
  all: key('all', ArrivalCount),
  buildings: key('buildings', list(ArrivalCount)),
  floors: key('floors', list(ArrivalCount)),
  departments: key('departments', list(ArrivalCount)),
  /** By the native place in the family form, else by the ID number. */
  provinces: key('provinces', list(ArrivalCount)),
  /** Each hour with arrivals, by its start, ISO instant. */
  hours: key(
    'hours',
    list(record({ hour: key('hour', text()), arrived: key('arrived', wholeNumber) })),
  ),
})
/** The statistics of the arrival day, without personal data. */
export type ArrivalOverview = CodecValue<typeof ArrivalOverview>

/** The states by which the list of students can be filtered. */
export const ARRIVAL_STATES = ['missing', 'arrived', 'unverified'] as const
/** One of the states. */
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
  /** ISO instant; '' if the student has not arrived. */
  arrivedAt: key('arrivedAt', text()),
  confirmedBy: key('confirmedBy', text()),
  /** Who delivered the scan, if another person than the one who scanned; otherwise absent. */
  deliveredBy: optionalKey('deliveredBy', text()),
  verified: key('verified', flag),
})
/** An expected student, with the arrival if there is one. */
export type ExpectedStudent = CodecValue<typeof ExpectedStudent>

const ScanningDevice = record({
  id: key('id', text()),
  staff: key('staff', text()),
  name: key('name', text()),
  buildings: key('buildings', list(text())),
  /** When the phone last made a request, ISO instant; '' for never. */
  heardAt: key('heardAt', text()),
  /** When the phone last reported its outbox, ISO instant; '' for never. */
  reportedAt: key('reportedAt', text()),
  scans: key('scans', wholeNumber),
  refused: key('refused', wholeNumber),
})
/** A phone on which arrivals are confirmed. */
export type ScanningDevice = CodecValue<typeof ScanningDevice>

const PHONES_AT_ONCE = 500

/** The arrival day (SCN rows): online only, counted at each request. */
export const arrivals = {
  /** The choices of the filters. */
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
  /** The statistics; fetched every few seconds. */
  overview: defineRead({
    path: '/api/manage/arrivals/overview',
    who: ARRIVAL_ROLES,
    offline: 'online-only',
    input: Filter,
    output: record({ overview: key('data', ArrivalOverview) }),
    rule: codeZero,
  }),
  /**
   * Students by number, without phone numbers. `next` is the cursor of the next page, '' at the
   * end.
   */
  list: defineRead({
    path: '/api/manage/arrivals/list',
    who: ARRIVAL_ROLES,
    offline: 'online-only',
    input: record({ ...studentFilter, state: key('state', state), after: key('after', text()) }),
    output: record({ students: key('data', list(ExpectedStudent)), next: key('next', text()) }),
    rule: codeZero,
  }),
  /** The phone numbers of these students; the request is recorded in the audit log. */
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
  /**
   * The phones that confirm arrivals, when they were last heard of, and how many scans wait on
   * them.
   */
  devices: defineRead({
    path: '/api/manage/arrivals/devices',
    who: ['administrator', 'admissions', 'dorm-office'],
    offline: 'online-only',
    input: record({}),
    output: record({ devices: key('data', list(ScanningDevice)) }),
    rule: codeZero,
  }),
}
