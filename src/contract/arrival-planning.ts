import * as v from 'valibot'
import { commonTexts } from '../i18n/common.ts'
import { validationMessage } from '../i18n/translate.ts'
import { arrivalFilterFields } from './arrivals.ts'
import { defineRead } from './call.ts'
import {
  booleanCodec,
  type CodecValue,
  listCodec,
  nullableCodec,
  recordCodec,
  requiredKey,
  textCodec,
  wholeNumberCodec,
} from './codec.ts'
import { defineExport } from './export-format.ts'
import { dayField, isDay, isTimeOrEmpty } from './fields.ts'
import { pageOf, textKeys } from './record-keys.ts'
import type { StaffRole } from './roles.ts'

/** The roles that plan arrivals. */
export const ARRIVAL_PLANNER_ROLES: readonly StaffRole[] = [
  'administrator',
  'admissions',
  'dorm-office',
]

const day = requiredKey('day', dayField(commonTexts.requiredDate))
const cursor = requiredKey('after', textCodec(v.maxLength(100)))

/** The students of a list: those who announce this day, hour and means of travel; '' for all. */
const listFilter = {
  ...arrivalFilterFields,
  day,
  hour: textCodec(v.check(isHourOrEmpty, validationMessage(commonTexts.badField))),
  mode: textCodec(v.maxLength(20)),
}

const PlannedDay = recordCodec({
  day: textCodec(),
  students: wholeNumberCodec,
  companions: wholeNumberCodec,
})

const PlannedGroup = recordCodec({
  /** The hour of the announced arrival, 00 to 23; another text of an earlier rule as it is. */
  hour: textCodec(),
  mode: textCodec(),
  /** The place of departure, as the travel form stores it: '广东省,东莞市'. */
  city: textCodec(),
  students: wholeNumberCodec,
  companions: wholeNumberCodec,
  /** How many of the students have arrived. */
  arrived: wholeNumberCodec,
})
/** The students who announce the same hour, means of travel and place of departure. */
export type PlannedGroup = CodecValue<typeof PlannedGroup>

const trip = {
  ...textKeys('day', 'time', 'mode', 'city', 'companions'),
}
const Trip = recordCodec(trip)
/** What a travel form says about the arrival. */
export type AnnouncedTrip = CodecValue<typeof Trip>

const who = {
  ...textKeys('student', 'number', 'name', 'department'),
}
const AnnouncedStudent = recordCodec({
  ...who,
  ...trip,
  hasArrived: booleanCodec,
})
/** A student in the list for drivers and stations, without the phone number. */
export type AnnouncedStudent = CodecValue<typeof AnnouncedStudent>

const ChangedTrip = recordCodec({
  ...who,
  /** ISO instant of the newest version. */
  changedAt: textCodec(),
  /** The announcement before; null if there was none. */
  before: nullableCodec(Trip),
  now: Trip,
})
/** A student whose announced arrival has changed. */
export type ChangedTrip = CodecValue<typeof ChangedTrip>

/** The planning of arrivals by the travel forms: online only, counted at each request. */
export const arrivalPlanning = {
  /** All announced days, and the groups of one day. */
  plan: defineRead({
    path: '/api/manage/arrivalplan/plan',
    who: ARRIVAL_PLANNER_ROLES,
    input: recordCodec({ ...arrivalFilterFields, day }),
    output: recordCodec({
      days: listCodec(PlannedDay),
      groups: requiredKey('data', listCodec(PlannedGroup)),
    }),
  }),
  /** The students of a day, by time. `next` is the cursor of the next page, '' at the end. */
  list: defineRead({
    path: '/api/manage/arrivalplan/list',
    who: ARRIVAL_PLANNER_ROLES,
    input: recordCodec({ ...listFilter, after: cursor }),
    output: pageOf('students', AnnouncedStudent),
  }),
  /** The students whose announced arrival has changed since a minute in China. */
  changes: defineRead({
    path: '/api/manage/arrivalplan/changes',
    who: ARRIVAL_PLANNER_ROLES,
    input: recordCodec({
      ...arrivalFilterFields,
      /** YYYY-MM-DD HH:mm. */
      since: textCodec(v.check(isChinaMinute, validationMessage(commonTexts.badField))),
      after: cursor,
    }),
    output: pageOf('changes', ChangedTrip),
  }),
  /** The list for drivers and stations as a table, with phone numbers. */
  exportList: defineExport(
    '/api/manage/exports/announcedArrivals',
    ARRIVAL_PLANNER_ROLES,
    listFilter,
  ),
}

/** Whether a text is a minute in China time, YYYY-MM-DD HH:mm. */
export function isChinaMinute(text: string): boolean {
  return (
    text.length === 'YYYY-MM-DD HH:mm'.length &&
    text[10] === ' ' &&
    isDay(text.slice(0, 10)) &&
    isTimeOrEmpty(text.slice(11))
  )
}

function isHourOrEmpty(text: string): boolean {
  return text === '' || (text.length === 2 && isTimeOrEmpty(`${text}:00`))
}
