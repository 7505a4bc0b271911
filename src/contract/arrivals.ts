import * as v from 'valibot'
import { read } from './call.ts'
import { key, late, list, record, text, unchanged, type Value } from './codec.ts'
import { ROLES, type StaffRole } from './roles.ts'
import { codeZero } from './rules.ts'

/** Whose arrival is looked at: this year's new students, or everybody who has a bed as well. */
export const COHORTS = ['new', 'all'] as const
/** One of them. */
export type Cohort = (typeof COHORTS)[number]

const cohort = late<Cohort>({ decode: () => v.picklist(COHORTS), encode: unchanged })

/** What narrows arrivals; '' is everything. */
export const studentFilter = {
  cohort: key('cohort', cohort),
  department: key('department', text()),
  building: key('building', text()),
}
const Filter = record(studentFilter)
/** What narrows arrivals; '' is everything. */
export type StudentFilter = Value<typeof Filter>

/** Who looks at arrivals; a supervisor sees the own buildings. */
export const ARRIVAL_ROLES: readonly StaffRole[] = [
  'administrator',
  'admissions',
  'dorm-office',
  'dorm-supervisor',
]

/** The arrival day (SCN rows): strictly online, counted anew whenever it is asked. */
export const arrivals = {
  /** What the filters offer. */
  choices: read({
    path: '/api/manage/arrivals/choices',
    who: ROLES,
    offline: 'live',
    input: record({}),
    output: record({
      departments: key('departments', list(text())),
      buildings: key('buildings', list(text())),
    }),
    rule: codeZero,
  }),
}
