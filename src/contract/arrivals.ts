import * as v from 'valibot'
import { defineRead, defineWrite } from './call.ts'
import {
  withCodecChecks,
  booleanCodec,
  requiredKey,
  listCodec,
  optionalKey,
  recordCodec,
  textCodec,
  type CodecValue,
  wholeNumberCodec,
} from './codec.ts'
import { absenceCodec } from './late-arrivals.ts'
import { oneOfCodec, pageOf, textKeys } from './record-keys.ts'
import { STUDENT_PAGE_ROLES, type StaffRole } from './roles.ts'

/** The students whose arrival is counted: this year's new students, or all. */
export const ARRIVAL_COHORTS = ['new', 'all'] as const

const cohort = oneOfCodec(ARRIVAL_COHORTS)

/** In the filter by building: the students without a bed. */
export const NO_BED_FILTER = '-'

/** The fields that filter arrivals; '' does not filter. */
export const arrivalFilterFields = {
  cohort,
  department: textCodec(),
  building: textCodec(),
}
const Filter = recordCodec(arrivalFilterFields)
/** A filter of arrivals. */
export type ArrivalFilter = CodecValue<typeof Filter>

/** The roles that may see arrivals; a supervisor sees only their own buildings. */
export const ARRIVAL_ROLES: readonly StaffRole[] = [
  'administrator',
  'admissions',
  'dorm-office',
  'dorm-supervisor',
]

const ArrivalCount = recordCodec({
  name: textCodec(),
  /** Present if the count is for one floor of a building. */
  floor: textCodec(),
  expected: wholeNumberCodec,
  arrived: wholeNumberCodec,
  /** The arrivals that were confirmed by a typed number, without a pass code. */
  unverified: wholeNumberCodec,
})
/** How many students of a building, floor, department, … are expected and have arrived. */
export type ArrivalCount = CodecValue<typeof ArrivalCount>

const ArrivalOverview = recordCodec({
  all: ArrivalCount,
  buildings: listCodec(ArrivalCount),
  floors: listCodec(ArrivalCount),
  departments: listCodec(ArrivalCount),
  /** By the native place in the family form; without that form, by the ID number. */
  provinces: listCodec(ArrivalCount),
  /**
   * The students who announce an arrival today, by the start of the hour, ISO instant. An earlier
   * backend does not send it.
   */
  announced: optionalKey(
    'announced',
    listCodec(
      recordCodec({
        hour: textCodec(),
        students: wholeNumberCodec,
      }),
    ),
  ),
  /** Each hour with arrivals, by its start, ISO instant. */
  hours: listCodec(
    recordCodec({
      hour: textCodec(),
      arrived: wholeNumberCodec,
    }),
  ),
})
/** The statistics of the arrival day, without personal data. */
export type ArrivalOverview = CodecValue<typeof ArrivalOverview>

/** The states by which the list of students can be filtered. */
export const ARRIVAL_STATES = ['missing', 'arrived', 'unverified'] as const
/** One of the states. */
export type ArrivalState = (typeof ARRIVAL_STATES)[number]
const state = oneOfCodec(ARRIVAL_STATES)

const ExpectedStudent = recordCodec({
  ...textKeys('student', 'number', 'name', 'department', 'building', 'room', 'bed'),
  /** ISO instant; '' if the student has not arrived. */
  arrivedAt: textCodec(),
  confirmedBy: textCodec(),
  /** The person who delivered the scan; absent if the person who scanned delivered it. */
  deliveredBy: optionalKey('deliveredBy', textCodec()),
  verified: booleanCodec,
  /** Why the student has not arrived, if that is recorded. */
  absence: optionalKey('absence', absenceCodec),
})
/** An expected student, with the arrival if there is one. */
export type ExpectedStudent = CodecValue<typeof ExpectedStudent>

const ScanningDevice = recordCodec({
  ...textKeys('id', 'staff', 'name'),
  buildings: listCodec(textCodec()),
  /** When the device last made a request, ISO instant; '' for never. */
  heardAt: textCodec(),
  /** When the device last reported its outbox, ISO instant; '' for never. */
  reportedAt: textCodec(),
  scans: wholeNumberCodec,
  refused: wholeNumberCodec,
})
/** A device on which arrivals are confirmed. */
export type ScanningDevice = CodecValue<typeof ScanningDevice>

const PHONES_AT_ONCE = 500

/** The arrival day (SCN rows): online only, counted at each request. */
export const arrivals = {
  /** The choices of the filters. */
  choices: defineRead({
    path: '/api/manage/arrivals/choices',
    who: STUDENT_PAGE_ROLES,
    input: recordCodec({}),
    output: recordCodec({
      departments: listCodec(textCodec()),
      buildings: listCodec(textCodec()),
    }),
  }),
  /** The statistics; fetched every few seconds. */
  overview: defineRead({
    path: '/api/manage/arrivals/overview',
    who: ARRIVAL_ROLES,
    input: Filter,
    output: recordCodec({ overview: requiredKey('data', ArrivalOverview) }),
  }),
  /**
   * Students by number, without phone numbers. `next` is the cursor of the next page, '' at the
   * end.
   */
  list: defineRead({
    path: '/api/manage/arrivals/list',
    who: ARRIVAL_ROLES,
    input: recordCodec({
      ...arrivalFilterFields,
      state,
      after: textCodec(),
    }),
    output: pageOf('students', ExpectedStudent),
  }),
  /** The phone numbers of these students; the request is recorded in the audit log. */
  phones: defineWrite({
    path: '/api/manage/arrivals/phones',
    who: ARRIVAL_ROLES,
    input: recordCodec({
      students: withCodecChecks(listCodec(textCodec()), v.maxLength(PHONES_AT_ONCE)),
    }),
    output: recordCodec({
      phones: requiredKey(
        'data',
        listCodec(
          recordCodec({
            student: textCodec(),
            phone: textCodec(),
          }),
        ),
      ),
    }),
  }),
  /**
   * The devices that confirm arrivals: when each last made a request, and how many scans wait on
   * it.
   */
  devices: defineRead({
    path: '/api/manage/arrivals/devices',
    who: ['administrator', 'admissions', 'dorm-office'],
    input: recordCodec({}),
    output: recordCodec({ devices: requiredKey('data', listCodec(ScanningDevice)) }),
  }),
}
