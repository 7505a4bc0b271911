import * as v from 'valibot'
import { validationMessage } from '../i18n/translate.ts'
import { travelTexts } from '../i18n/travel.ts'
import { defineQueuedWrite, defineRead } from './call.ts'
import {
  withCodecChecks,
  booleanCodecWithMessage,
  lenientBooleanCodec,
  requiredKey,
  listCodec,
  nullableCodec,
  recordCodec,
  textCodec,
  type CodecValue,
} from './codec.ts'
import {
  dayField,
  lenientDayField,
  requiredTextField,
  longTextField,
  timeOfDayField,
  lenientTimeField,
} from './fields.ts'
import { normalizeNumberText } from './normalize.ts'
import type { QueuedForm } from './queued-form.ts'
import { acceptIfKeyPresent, acceptIfResultsTrue } from './rules.ts'

/** The travel modes that the form offers; the label itself is stored (D-43). */
export const TRAVEL_MODES = ['飞机', '火车', '汽车', '自驾', '其他'] as const
/** The four-entry list of the pre-arrival page (TRV-28, D-43). */
export const PRE_ARRIVAL_TRAVEL_MODES = ['火车', '飞机', '汽车', '其他'] as const
/** School bus stops, shown as text on the pre-arrival page (TRV-29, D-44). */
export const BUS_STOPS = ['火车站', '机场', '汽车站', '其他'] as const

const texts = travelTexts
const TravelFields = recordCodec({
  student: requiredKey('stuCode', textCodec()),
  step: requiredKey('processId', textCodec()),
  /** Names joined by commas, without the placeholder: '广东省,东莞市' (D-39). */
  startCity: requiredTextField(texts.startCityRequired),
  startDate: dayField(texts.startDateRequired),
  arrivalDate: requiredKey('arriveDate', dayField(texts.arrivalDateRequired)),
  arrivalTime: requiredKey('schoolbusSite', timeOfDayField(texts.arrivalTimeRequired)),
  mode: requiredKey('tripMode', requiredTextField(texts.modeRequired)),
  /** Digits as text, as on the wire (D-46). */
  companions: requiredKey(
    'heelNum',
    textCodec(
      v.transform(normalizeNumberText),
      v.nonEmpty(validationMessage(texts.companionsRequired)),
      v.check(
        (value) => value === '' || /^\d{1,3}$/.test(value),
        validationMessage(texts.companionsWrong),
      ),
    ),
  ),
  remark: requiredKey(['remark', 'remarks'], longTextField(texts.remarkRequired)),
  /**
   * Whether students who start in the same city on the same day are allowed to see this student.
   */
  open: requiredKey('status', booleanCodecWithMessage(texts.openRequired)),
})

/**
 * A student's travel as the campus stores it, read leniently: the rules might have been different
 * when the record was written.
 */
export const StoredTravel = recordCodec({
  student: requiredKey('stuCode', textCodec()),
  step: requiredKey('processId', textCodec()),
  startCity: textCodec(),
  startDate: lenientDayField,
  arrivalDate: requiredKey('arriveDate', lenientDayField),
  arrivalTime: requiredKey('schoolbusSite', lenientTimeField),
  mode: requiredKey('tripMode', textCodec()),
  companions: requiredKey('heelNum', textCodec()),
  remark: requiredKey(['remark', 'remarks'], textCodec()),
  open: requiredKey('status', lenientBooleanCodec),
} satisfies Record<keyof Travel, unknown>)
/** A student's travel as the campus stores it. */
export type StoredTravel = CodecValue<typeof StoredTravel>

/** A student's travel to school. The arrival is not before the start (TRV-27). */
export const Travel = withCodecChecks(
  TravelFields,
  v.forward(
    v.partialCheck(
      [['startDate'], ['arrivalDate']],
      // Not `>=`: this check also runs while keys are missing. With `>=` a missing key would add an
      // issue to the issue of the key itself.
      (travel) => travel.arrivalDate === '' || !(travel.arrivalDate < travel.startDate),
      validationMessage(texts.arrivalBeforeStart),
    ),
    ['arrivalDate'],
  ),
)
/** A student's travel to school. */
export type Travel = CodecValue<typeof TravelFields>

/**
 * The rules of travel in a given year: both days must be in that year (TRV-26). The form and the
 * backend pass the server's year.
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

const FellowTraveller = recordCodec({
  name: requiredKey('stuName', textCodec()),
  /** '1' is male, anything else female. */
  gender: textCodec(),
  phone: requiredKey('mobilePhone', textCodec()),
  startDate: textCodec(),
})
/** A student who starts in the same city on the same day and has agreed to be shown. */
export type FellowTraveller = CodecValue<typeof FellowTraveller>

const Done = recordCodec({})

/** The travel step and fellow travellers (TRV). */
export const travel = {
  find: defineRead({
    path: '/api/TravelInformation/findBusInformation',
    who: 'student',
    offline: 'cached',
    input: recordCodec({ student: requiredKey('stuCode', textCodec()) }),
    output: recordCodec({ travel: requiredKey('results', nullableCodec(StoredTravel)) }),
    rule: acceptIfKeyPresent('results', { orNull: true }),
  }),
  add: defineQueuedWrite({
    path: '/api/TravelInformation/addBusInformation',
    who: 'student',
    form: 'travel',
    input: Travel,
    output: Done,
    rule: acceptIfResultsTrue,
  }),
  update: defineQueuedWrite({
    path: '/api/TravelInformation/updateBusInformation',
    who: 'student',
    form: 'travel',
    input: Travel,
    output: Done,
    rule: acceptIfResultsTrue,
  }),
  /**
   * Fellow travellers. The response is never stored on the phone, because it contains other
   * people's phone numbers (security 8).
   */
  peers: defineRead({
    path: '/api/TravelInformation/peerRecommendations',
    who: 'student',
    input: recordCodec({
      student: requiredKey('stuCode', textCodec()),
      startCity: textCodec(),
      startDate: textCodec(),
    }),
    output: recordCodec({ peers: requiredKey('results', listCodec(FellowTraveller)) }),
    rule: acceptIfKeyPresent('results'),
  }),
}

/** The queued form of travel. */
export const travelForm = {
  name: 'travel',
  schemaVersion: 1,
  payload: Travel,
  upcasters: {},
  sendAfter: [],
  replaces: true,
  find: travel.find,
  add: travel.add,
  update: travel.update,
} satisfies QueuedForm<Travel>
