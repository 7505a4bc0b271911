import * as v from 'valibot'
import { validationMessage } from '../i18n/translate.ts'
import { travelTexts } from '../i18n/travel.ts'
import { defineQueuedWrite, defineRead } from './call.ts'
import {
  withChecks,
  flagWithMessage,
  lenientFlag,
  key,
  list,
  maybe,
  record,
  text,
  type CodecValue,
} from './codec.ts'
import { day, lenientDay, requiredText, prose, timeOfDay, lenientTime } from './fields.ts'
import { normalizeNumberText } from './normalize.ts'
import type { QueuedForm } from './queued-form.ts'
import { keyPresentRule, resultsTrue } from './rules.ts'

/** The travel modes that the form offers; the label itself is stored (D-43). */
export const TRAVEL_MODES = ['飞机', '火车', '汽车', '自驾', '其他'] as const
/** The four-entry list of the pre-arrival page (TRV-28, D-43). */
export const PRE_ARRIVAL_MODES = ['火车', '飞机', '汽车', '其他'] as const
/** School bus stops, shown as text on the pre-arrival page (TRV-29, D-44). */
export const BUS_STOPS = ['火车站', '机场', '汽车站', '其他'] as const

const texts = travelTexts
const TravelFields = record({
  student: key('stuCode', text()),
  step: key('processId', text()),
  /** Names joined by commas, without the placeholder: '广东省,东莞市' (D-39). */
  startCity: key('startCity', requiredText(texts.startCityRequired)),
  startDate: key('startDate', day(texts.startDateRequired)),
  arrivalDate: key('arriveDate', day(texts.arrivalDateRequired)),
  arrivalTime: key('schoolbusSite', timeOfDay(texts.arrivalTimeRequired)),
  mode: key('tripMode', requiredText(texts.modeRequired)),
  /** Digits as text, as on the wire (D-46). */
  companions: key(
    'heelNum',
    text(
      v.transform(normalizeNumberText),
      v.nonEmpty(validationMessage(texts.companionsRequired)),
      v.check(
        (value) => value === '' || /^\d{1,3}$/.test(value),
        validationMessage(texts.companionsWrong),
      ),
    ),
  ),
  remark: key(['remark', 'remarks'], prose(texts.remarkRequired)),
  /** Whether students who start in the same city on the same day may see this one. */
  open: key('status', flagWithMessage(texts.openRequired)),
})

/**
 * A student's travel as the campus stores it, read leniently: today's rules may differ from those
 * at the time of writing.
 */
export const StoredTravel = record({
  student: key('stuCode', text()),
  step: key('processId', text()),
  startCity: key('startCity', text()),
  startDate: key('startDate', lenientDay),
  arrivalDate: key('arriveDate', lenientDay),
  arrivalTime: key('schoolbusSite', lenientTime),
  mode: key('tripMode', text()),
  companions: key('heelNum', text()),
  remark: key(['remark', 'remarks'], text()),
  open: key('status', lenientFlag),
})
/** A student's travel as the campus stores it. */
export type StoredTravel = CodecValue<typeof StoredTravel>

/** A student's travel to school. The arrival is not before the start (TRV-27). */
export const Travel = withChecks(
  TravelFields,
  v.forward(
    v.partialCheck(
      [['startDate'], ['arrivalDate']],
      // Not `>=`: this check also runs while keys are missing, and each missing key then has its
      // own issue.
      (travel) => travel.arrivalDate === '' || !(travel.arrivalDate < travel.startDate),
      validationMessage(texts.arrivalBeforeStart),
    ),
    ['arrivalDate'],
  ),
)
/** A student's travel to school. */
export type Travel = CodecValue<typeof TravelFields>

/**
 * The rules with a year: both days are in it (TRV-26). The form and the backend pass the server's
 * year.
 */
export const travelSchemaForYear = (year: number) => {
  const inYear = (date: string) => date === '' || date.startsWith(`${year}-`)
  return v.pipe(
    Travel.schema,
    v.forward(
      v.partialCheck(
        [['startDate']],
        (travel) => inYear(travel.startDate),
        validationMessage(texts.notThisYear),
      ),
      ['startDate'],
    ),
    v.forward(
      v.partialCheck(
        [['arrivalDate']],
        (travel) => inYear(travel.arrivalDate),
        validationMessage(texts.notThisYear),
      ),
      ['arrivalDate'],
    ),
  )
}

const FellowTraveller = record({
  name: key('stuName', text()),
  /** '1' is male, anything else female. */
  gender: key('gender', text()),
  phone: key('mobilePhone', text()),
  startDate: key('startDate', text()),
})
/** A student who starts in the same city on the same day and has agreed to be shown. */
export type FellowTraveller = CodecValue<typeof FellowTraveller>

const Done = record({})

/** The travel step and fellow travellers (TRV). */
export const travel = {
  find: defineRead({
    path: '/api/TravelInformation/findBusInformation',
    who: 'student',
    offline: 'cached',
    input: record({ student: key('stuCode', text()) }),
    output: record({ travel: key('results', maybe(StoredTravel)) }),
    rule: keyPresentRule('results', { orNull: true }),
  }),
  add: defineQueuedWrite({
    path: '/api/TravelInformation/addBusInformation',
    who: 'student',
    form: 'travel',
    input: Travel,
    output: Done,
    rule: resultsTrue,
  }),
  update: defineQueuedWrite({
    path: '/api/TravelInformation/updateBusInformation',
    who: 'student',
    form: 'travel',
    input: Travel,
    output: Done,
    rule: resultsTrue,
  }),
  /** Never stored on the phone, because these are other people's phone numbers (security 8). */
  peers: defineRead({
    path: '/api/TravelInformation/peerRecommendations',
    who: 'student',
    offline: 'online-only',
    input: record({
      student: key('stuCode', text()),
      startCity: key('startCity', text()),
      startDate: key('startDate', text()),
    }),
    output: record({ peers: key('results', list(FellowTraveller)) }),
    rule: keyPresentRule('results'),
  }),
}

/** The queued form of travel. */
export const travelForm: QueuedForm<Travel> = {
  name: 'travel',
  schemaVersion: 1,
  payload: Travel,
  upcasters: {},
  sendAfter: [],
  replaces: true,
  find: travel.find,
  add: travel.add,
  update: travel.update,
}
