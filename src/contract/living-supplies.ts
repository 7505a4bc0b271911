import * as v from 'valibot'
import { defineQueuedWrite, defineRead } from './call.ts'
import {
  type Codec,
  requiredKey,
  listCodec,
  nullableCodec,
  encodeBooleanText,
  recordCodec,
  textCodec,
  type CodecValue,
} from './codec.ts'
import { fenField } from './fields.ts'
import type { QueuedForm } from './queued-form.ts'
import { acceptIfKeyPresent, acceptIfResultsOne, type ResponseRule } from './rules.ts'

const SupplyRecipient = recordCodec({
  student: requiredKey('stuCode', textCodec()),
  number: requiredKey('stuNumber', textCodec()),
  name: textCodec(),
  department: requiredKey('deptName', textCodec()),
  /** '' until a room is assigned (D-52). */
  building: requiredKey('dormName', textCodec()),
  room: requiredKey('dormno', textCodec()),
})
/** A student with department and dormitory, for the living supplies. */
export type SupplyRecipient = CodecValue<typeof SupplyRecipient>

// packageType '0' is optional, anything else mandatory (LIV-12).
const mandatory: Codec<boolean> = {
  decode: v.pipe(
    v.union([v.string(), v.number()]),
    v.transform((wire) => String(wire) !== '0'),
  ),
  encode: encodeBooleanText,
  schema: v.boolean(),
}

/** The prefix of a picture that the office has uploaded; its bytes follow it. */
export const UPLOADED_PICTURE_PREFIX = 'data:image/jpeg;base64,'
/** A package of living supplies. */
export const SupplyPackage = recordCodec({
  id: textCodec(),
  name: requiredKey('packageName', textCodec()),
  /** Fen. */
  price: requiredKey('packagePrice', fenField),
  mandatory: requiredKey('packageType', mandatory),
  content: requiredKey('packageContent', textCodec()),
  picture: requiredKey('photoPath', textCodec()),
})
/** A package of living supplies. */
export type SupplyPackage = CodecValue<typeof SupplyPackage>

// Ids joined by commas (LIV-11).
const ids: Codec<string[]> = {
  decode: v.pipe(
    textCodec().decode,
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

// Names and prices are stored to display a waiting reservation, on the phone and in an exported
// file. The wire carries only the ids.
const picked: Codec<v.InferOutput<typeof Picked>[]> = {
  decode: v.pipe(
    ids.decode,
    v.transform((list) => list.map((id) => ({ id, name: '', price: 0 }))),
  ),
  encode: (list) => ids.encode(list.map(({ id }) => id)),
  schema: v.array(Picked),
}

/** A reservation of packages. */
export const SupplyReservation = recordCodec({
  student: requiredKey('stuCode', textCodec()),
  step: requiredKey('processId', textCodec()),
  packages: requiredKey('packageId', picked),
})
/** A reservation of packages. */
export type SupplyReservation = CodecValue<typeof SupplyReservation>

// `results` is 1, or true from other backends.
const reserved: ResponseRule = {
  ...acceptIfResultsOne,
  isSuccess: (body) =>
    v.is(
      v.looseObject({ results: v.union([v.picklist([1, '1', 'true']), v.literal(true)]) }),
      body,
    ),
}

/** The campus's rule: the word in the names of departments with the second catalogue (LIV-13). */
export const SUPPLIES_RULE = { word: '国际' }

/**
 * The catalogue of a department: '2' if its name contains the campus's word, by default 国际
 * (international), else '1' (LIV-13).
 */
export const selectSupplyCatalogue = (department: string, word = SUPPLIES_RULE.word): '1' | '2' =>
  department.includes(word) ? '2' : '1'

const ByStudent = recordCodec({ student: requiredKey('stuCode', textCodec()) })

/** Living supplies (LIV). */
export const livingSupplies = {
  resident: defineRead({
    path: '/findStuInfo',
    who: 'student',
    offline: 'cached',
    input: ByStudent,
    output: recordCodec({ resident: requiredKey('data', SupplyRecipient) }),
  }),
  packages: defineRead({
    path: '/Livings/livingCost',
    who: 'student',
    offline: 'cached',
    input: recordCodec({ catalogue: requiredKey('packageType', textCodec()) }),
    output: recordCodec({ packages: requiredKey('results', listCodec(SupplyPackage)) }),
    rule: acceptIfKeyPresent('results'),
  }),
  find: defineRead({
    path: '/Livings/findReserve',
    who: 'student',
    offline: 'cached',
    input: ByStudent,
    output: recordCodec({
      reservation: requiredKey(
        'results',
        nullableCodec(recordCodec({ packages: requiredKey('packageId', ids) })),
      ),
    }),
    rule: acceptIfKeyPresent('results', { orNull: true }),
  }),
  add: defineQueuedWrite({
    path: '/Livings/addReserve',
    who: 'student',
    form: 'living',
    input: SupplyReservation,
    output: recordCodec({}),
    rule: reserved,
  }),
  update: defineQueuedWrite({
    path: '/Livings/updateReserve',
    who: 'student',
    form: 'living',
    input: SupplyReservation,
    output: recordCodec({}),
    rule: reserved,
  }),
}

/** The queued form of the reservation, sent after family and travel (D-104). */
export const livingForm = {
  name: 'living',
  schemaVersion: 1,
  payload: SupplyReservation,
  upcasters: {},
  sendAfter: ['family', 'travel'],
  replaces: true,
  find: livingSupplies.find,
  add: livingSupplies.add,
  update: livingSupplies.update,
} satisfies QueuedForm<SupplyReservation>
