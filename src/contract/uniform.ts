import * as v from 'valibot'
import { validationMessage } from '../i18n/translate.ts'
import { uniformTexts } from '../i18n/uniform.ts'
import { defineQueuedWrite, defineRead } from './call.ts'
import {
  type Codec,
  requiredKey,
  listCodec,
  lenientListCodec,
  optionalKey,
  recordCodec,
  textCodec,
  type CodecValue,
} from './codec.ts'
import { maxCharacters } from './fields.ts'
import type { QueuedForm } from './queued-form.ts'
import { textKeys } from './record-keys.ts'
import { acceptIfKeyPresent, acceptIfResultsOne } from './rules.ts'

const texts = uniformTexts

/** A garment with its sizes. */
export const Garment = recordCodec({
  id: textCodec(),
  name: requiredKey('typeName', textCodec()),
  sizes: requiredKey(
    'uniformSeletedEntity',
    listCodec(recordCodec(textKeys('id', 'size', 'remark'))),
  ),
})
/** A garment with its sizes; a size's remark helps to choose (UNI-13). */
export type Garment = CodecValue<typeof Garment>

/** A colour on offer. */
export const Colour = recordCodec({
  id: requiredKey('color', textCodec()),
  name: requiredKey('colourName', textCodec()),
})
/** A colour on offer. */
export type Colour = CodecValue<typeof Colour>

const StoredGarmentChoice = recordCodec({
  garment: requiredKey('id', textCodec()),
  garmentName: requiredKey('typeName', textCodec()),
  size: requiredKey('uniformSizeId', textCodec()),
  sizeName: requiredKey('size', textCodec()),
  colour: requiredKey('color', textCodec()),
  colourName: textCodec(),
  remark: textCodec(),
  /** '0' if the garment was not handed out yet; the choice can then still be changed (UNI-05). */
  received: requiredKey('receiveStatus', textCodec()),
})
/** The campus's record of one garment (UNI-14). */
export type StoredGarmentChoice = CodecValue<typeof StoredGarmentChoice>

/**
 * A student's uniform: one colour, and one size for each garment. The names are stored to display a
 * waiting item; the wire carries only the ids.
 */
export const Uniform = v.object({
  student: v.string(),
  colour: v.pipe(
    v.string(validationMessage(texts.colourRequired)),
    v.nonEmpty(validationMessage(texts.colourRequired)),
  ),
  colourName: v.string(),
  remark: v.pipe(v.string(), v.trim(), maxCharacters(200)),
  garments: v.pipe(
    v.array(
      v.object({
        garment: v.string(),
        garmentName: v.string(),
        size: v.pipe(
          v.string(validationMessage(texts.sizeRequired)),
          v.nonEmpty(validationMessage(texts.sizeRequired)),
        ),
        sizeName: v.string(),
      }),
    ),
    v.minLength(1, validationMessage(texts.sizeRequired)),
  ),
})
/** A student's uniform. */
export interface Uniform extends v.InferOutput<typeof Uniform> {}

/**
 * Combines the campus's records, one for each garment, into one uniform; null if there are none.
 */
export function combineGarmentChoices(
  chosen: readonly StoredGarmentChoice[],
  student: string,
): Uniform | null {
  const [first] = chosen
  if (first === undefined) return null
  return {
    student,
    colour: first.colour,
    colourName: first.colourName,
    remark: first.remark,
    garments: chosen.map(({ garment, garmentName, size, sizeName }) => ({
      garment,
      garmentName,
      size,
      sizeName,
    })),
  }
}

const Line = recordCodec({
  student: requiredKey('stuCode', textCodec()),
  size: requiredKey('uniformSizeId', textCodec(v.nonEmpty(validationMessage(texts.sizeRequired)))),
  colour: requiredKey('color', textCodec(v.nonEmpty(validationMessage(texts.colourRequired)))),
  remark: textCodec(maxCharacters(200)),
})
/** A uniform on the wire: one record for each garment. */
export const UniformGarmentRecords = recordCodec({
  lines: requiredKey('formList', listCodec(Line)),
  student: optionalKey('stuCode', textCodec()),
})

/**
 * The codec of a uniform, one record for each garment on the wire (D-54). With `withStudent`, the
 * student is also written outside the list, as only the update requires.
 */
const formList = (withStudent: boolean): Codec<Uniform> => ({
  decode: v.pipe(
    UniformGarmentRecords.decode,
    v.check(({ lines }) => lines.length > 0, validationMessage(texts.sizeRequired)),
    v.transform(({ lines }): Uniform => ({
      student: lines[0]?.student ?? '',
      colour: lines[0]?.colour ?? '',
      colourName: '',
      remark: lines[0]?.remark ?? '',
      garments: lines.map(({ size }) => ({ garment: '', garmentName: '', size, sizeName: '' })),
    })),
  ),
  encode: ({ student, colour, remark, garments }) =>
    UniformGarmentRecords.encode({
      lines: garments.map(({ size }) => ({ student, size, colour, remark })),
      student: withStudent ? student : undefined,
    }),
  schema: Uniform,
  wireKeys: ['formList', 'stuCode'],
})

const ByStudent = recordCodec({ student: requiredKey('stuCode', textCodec()) })

/** The military-training uniform (UNI). */
export const uniform = {
  find: defineRead({
    path: '/api/uniSele/selebystu',
    who: 'student',
    offline: 'cached',
    input: ByStudent,
    output: recordCodec({ chosen: requiredKey('results', lenientListCodec(StoredGarmentChoice)) }),
    rule: acceptIfKeyPresent('results', { orNull: true }),
  }),
  garments: defineRead({
    path: '/api/uniSele/sele',
    who: 'student',
    offline: 'cached',
    input: recordCodec({}),
    output: recordCodec({ garments: requiredKey('results', listCodec(Garment)) }),
    rule: acceptIfKeyPresent('results'),
  }),
  colours: defineRead({
    path: '/api/uniSele/colo',
    who: 'student',
    offline: 'cached',
    input: recordCodec({}),
    output: recordCodec({ colours: requiredKey('results', listCodec(Colour)) }),
    rule: acceptIfKeyPresent('results'),
  }),
  add: defineQueuedWrite({
    path: '/api/uniSele/add',
    who: 'student',
    form: 'uniform',
    input: formList(false),
    output: recordCodec({}),
    rule: acceptIfResultsOne,
  }),
  update: defineQueuedWrite({
    path: '/api/uniSele/updateStuForm',
    who: 'student',
    form: 'uniform',
    input: formList(true),
    output: recordCodec({}),
    rule: acceptIfResultsOne,
  }),
}

/** The queued form of the uniform, sent after family and travel (D-104). */
export const uniformForm = {
  name: 'uniform',
  schemaVersion: 1,
  payload: formList(true),
  upcasters: {},
  sendAfter: ['family', 'travel'],
  replaces: true,
  find: uniform.find,
  add: uniform.add,
  update: uniform.update,
} satisfies QueuedForm<Uniform>
