import * as v from 'valibot'
import { validationMessage } from '../i18n/translate.ts'
import { uniformTexts } from '../i18n/uniform.ts'
import { defineQueuedWrite, defineRead } from './call.ts'
import {
  type Codec,
  key,
  list,
  listOrNone,
  optionalKey,
  record,
  text,
  type CodecValue,
} from './codec.ts'
import { maxCharacters } from './fields.ts'
import type { QueuedForm } from './queued-form.ts'
import { keyPresentRule, resultsOne } from './rules.ts'

const texts = uniformTexts

/** A garment with its sizes. */
export const Garment = record({
  id: key('id', text()),
  name: key('typeName', text()),
  sizes: key(
    'uniformSeletedEntity',
    list(
      record({ id: key('id', text()), size: key('size', text()), remark: key('remark', text()) }),
    ),
  ),
})
/** A garment with its sizes; a size's remark helps to choose (UNI-13). */
export type Garment = CodecValue<typeof Garment>

/** A colour on offer. */
export const Colour = record({ id: key('color', text()), name: key('colourName', text()) })
/** A colour on offer. */
export type Colour = CodecValue<typeof Colour>

const StoredGarmentChoice = record({
  garment: key('id', text()),
  garmentName: key('typeName', text()),
  size: key('uniformSizeId', text()),
  sizeName: key('size', text()),
  colour: key('color', text()),
  colourName: key('colourName', text()),
  remark: key('remark', text()),
  /** '0' can still be changed (UNI-05). */
  received: key('receiveStatus', text()),
})
/** The campus's record of one garment (UNI-14). */
export type StoredGarmentChoice = CodecValue<typeof StoredGarmentChoice>

/**
 * A student's uniform: one colour, and one size for each garment. Names are for displaying a
 * waiting item; the wire carries the ids.
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
export function toUniform(chosen: readonly StoredGarmentChoice[], student: string): Uniform | null {
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

const Line = record({
  student: key('stuCode', text()),
  size: key('uniformSizeId', text(v.nonEmpty(validationMessage(texts.sizeRequired)))),
  colour: key('color', text(v.nonEmpty(validationMessage(texts.colourRequired)))),
  remark: key('remark', text(maxCharacters(200))),
})
/** A uniform on the wire: one record for each garment. */
export const UniformLines = record({
  lines: key('formList', list(Line)),
  student: optionalKey('stuCode', text()),
})

/**
 * The codec of a uniform, one record for each garment on the wire (D-54); only the update also has
 * the student outside the list.
 */
const formList = (withStudent: boolean): Codec<Uniform> => ({
  decode: v.pipe(
    UniformLines.decode,
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
    UniformLines.encode({
      lines: garments.map(({ size }) => ({ student, size, colour, remark })),
      student: withStudent ? student : undefined,
    }),
  schema: Uniform,
  wireKeys: ['formList', 'stuCode'],
})

const ByStudent = record({ student: key('stuCode', text()) })

/** The military-training uniform (UNI). */
export const uniform = {
  find: defineRead({
    path: '/api/uniSele/selebystu',
    who: 'student',
    offline: 'cached',
    input: ByStudent,
    output: record({ chosen: key('results', listOrNone(StoredGarmentChoice)) }),
    rule: keyPresentRule('results', { orNull: true }),
  }),
  garments: defineRead({
    path: '/api/uniSele/sele',
    who: 'student',
    offline: 'cached',
    input: record({}),
    output: record({ garments: key('results', list(Garment)) }),
    rule: keyPresentRule('results'),
  }),
  colours: defineRead({
    path: '/api/uniSele/colo',
    who: 'student',
    offline: 'cached',
    input: record({}),
    output: record({ colours: key('results', list(Colour)) }),
    rule: keyPresentRule('results'),
  }),
  add: defineQueuedWrite({
    path: '/api/uniSele/add',
    who: 'student',
    form: 'uniform',
    input: formList(false),
    output: record({}),
    rule: resultsOne,
  }),
  update: defineQueuedWrite({
    path: '/api/uniSele/updateStuForm',
    who: 'student',
    form: 'uniform',
    input: formList(true),
    output: record({}),
    rule: resultsOne,
  }),
}

/** The queued form of the uniform, sent after family and travel (D-104). */
export const uniformForm: QueuedForm<Uniform> = {
  name: 'uniform',
  schemaVersion: 1,
  payload: formList(true),
  upcasters: {},
  sendAfter: ['family', 'travel'],
  replaces: true,
  find: uniform.find,
  add: uniform.add,
  update: uniform.update,
}
