import * as v from 'valibot'
import { defineQueuedWrite, defineRead } from './call.ts'
import { type Codec, key, list, maybe, toFlagText, record, text, type CodecValue } from './codec.ts'
import { money } from './fields.ts'
import type { QueuedForm } from './queued-form.ts'
import { codeZero, keyPresentRule, resultsOne, type ResponseRule } from './rules.ts'

const SupplyResident = record({
  student: key('stuCode', text()),
  number: key('stuNumber', text()),
  name: key('name', text()),
  department: key('deptName', text()),
  /** '' until a room is assigned (D-52). */
  building: key('dormName', text()),
  room: key('dormno', text()),
})
/** A student with department and dormitory, for the living supplies. */
export type SupplyResident = CodecValue<typeof SupplyResident>

// packageType '0' is optional, anything else mandatory (LIV-12).
const mandatory: Codec<boolean> = {
  decode: v.pipe(
    v.union([v.string(), v.number()]),
    v.transform((wire) => String(wire) !== '0'),
  ),
  encode: toFlagText,
  schema: v.boolean(),
}

/** The prefix of a picture that the office has uploaded; its bytes follow it. */
export const UPLOADED_PICTURE_PREFIX = 'data:image/jpeg;base64,'
/** A package of living supplies. */
export const SupplyPackage = record({
  id: key('id', text()),
  name: key('packageName', text()),
  /** Fen. */
  price: key('packagePrice', money),
  mandatory: key('packageType', mandatory),
  content: key('packageContent', text()),
  picture: key('photoPath', text()),
})
/** A package of living supplies. */
export type SupplyPackage = CodecValue<typeof SupplyPackage>

// Ids joined by commas (LIV-11).
const ids: Codec<string[]> = {
  decode: v.pipe(
    text().decode,
    v.transform((joined) =>
      joined
        .split(',')
        .map((id) => id.trim())
        .filter((id) => id !== ''),
    ),
  ),
  encode: (list) => list.join(','),
  schema: v.array(v.string()),
}

const Picked = v.object({ id: v.string(), name: v.string(), price: v.number() })

// Names and prices are for displaying a waiting reservation, on the phone and in an exported file;
// the wire carries only the ids.
const picked: Codec<v.InferOutput<typeof Picked>[]> = {
  decode: v.pipe(
    ids.decode,
    v.transform((list) => list.map((id) => ({ id, name: '', price: 0 }))),
  ),
  encode: (list) => ids.encode(list.map(({ id }) => id)),
  schema: v.array(Picked),
}

/** A reservation of packages. */
export const SupplyReservation = record({
  student: key('stuCode', text()),
  step: key('processId', text()),
  packages: key('packageId', picked),
})
/** A reservation of packages. */
export type SupplyReservation = CodecValue<typeof SupplyReservation>

// `results` is 1, or true from other backends.
const reserved: ResponseRule = {
  ...resultsOne,
  isSuccess: (body) =>
    v.is(
      v.looseObject({ results: v.union([v.picklist([1, '1', 'true']), v.literal(true)]) }),
      body,
    ),
}

/**
 * The catalogue of a department: '2' if its name contains 国际 (international), else '1' (LIV-13).
 */
export const catalogueOf = (department: string): '1' | '2' =>
  department.includes('国际') ? '2' : '1'

const ByStudent = record({ student: key('stuCode', text()) })

/** Living supplies (LIV). */
export const livingSupplies = {
  resident: defineRead({
    path: '/findStuInfo',
    who: 'student',
    offline: 'cached',
    input: ByStudent,
    output: record({ resident: key('data', SupplyResident) }),
    rule: codeZero,
  }),
  packages: defineRead({
    path: '/Livings/livingCost',
    who: 'student',
    offline: 'cached',
    input: record({ catalogue: key('packageType', text()) }),
    output: record({ packages: key('results', list(SupplyPackage)) }),
    rule: keyPresentRule('results'),
  }),
  find: defineRead({
    path: '/Livings/findReserve',
    who: 'student',
    offline: 'cached',
    input: ByStudent,
    output: record({
      reservation: key('results', maybe(record({ packages: key('packageId', ids) }))),
    }),
    rule: keyPresentRule('results', { orNull: true }),
  }),
  add: defineQueuedWrite({
    path: '/Livings/addReserve',
    who: 'student',
    form: 'living',
    input: SupplyReservation,
    output: record({}),
    rule: reserved,
  }),
  update: defineQueuedWrite({
    path: '/Livings/updateReserve',
    who: 'student',
    form: 'living',
    input: SupplyReservation,
    output: record({}),
    rule: reserved,
  }),
}

/** The queued form of the reservation, sent after family and travel (D-104). */
export const livingForm: QueuedForm<SupplyReservation> = {
  name: 'living',
  schemaVersion: 1,
  payload: SupplyReservation,
  upcasters: {},
  sendAfter: ['family', 'travel'],
  replaces: true,
  find: livingSupplies.find,
  add: livingSupplies.add,
  update: livingSupplies.update,
}
