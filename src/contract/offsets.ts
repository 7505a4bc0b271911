import * as v from 'valibot'
import { commonTexts } from '../i18n/common.ts'
import { offsetTexts } from '../i18n/offsets.ts'
import { defineRead, defineWrite } from './call.ts'
import {
  booleanCodec,
  listCodec,
  recordCodec,
  requiredKey,
  textCodec,
  wholeNumberCodec,
  type CodecValue,
} from './codec.ts'
import { defineExport } from './export-format.ts'
import { dayField, maxCharacters, requiredTextField } from './fields.ts'
import { oneOfCodec, pageOf, textKeys } from './record-keys.ts'
import type { StaffRole } from './roles.ts'

const FINANCE: readonly StaffRole[] = ['administrator', 'finance']

/** The kinds of offsets, as the books name them. */
export const OFFSET_WAYS = ['loan', 'reduction', 'deferral', 'scholarship'] as const
/** One of the kinds. */
export type OffsetWay = (typeof OFFSET_WAYS)[number]
/** The largest number of offsets in one request. */
export const MAX_OFFSETS_AT_ONCE = 100

const Offset = recordCodec({
  /** '<kind>:<student>:<year>', since a student has one of each kind for each year. */
  ...textKeys('id', 'way', 'student'),
  /** The student number, or the exam number of a student without one. */
  studentNumber: textCodec(),
  name: textCodec(),
  year: wholeNumberCodec,
  /** The approved amount, and the amount that is offset, fen; 0 while it is not offset. */
  approved: wholeNumberCodec,
  offset: wholeNumberCodec,
  done: booleanCodec,
  /** Contract number and receipt code of a loan. */
  contract: textCodec(),
  receipt: textCodec(),
  /** When, by whom and where it was offset; '' while it is not, or if it is not known. */
  ...textKeys('at', 'by', 'source', 'note'),
})
/** An approved application or a scholarship, and whether finance has offset it. */
export type FinanceOffset = CodecValue<typeof Offset>

const filter = {
  /** The search text: a contract number, or a student's number, name or class. */
  find: textCodec(v.maxLength(64)),
  way: oneOfCodec(['', ...OFFSET_WAYS]),
  state: oneOfCodec(['', 'open', 'done']),
}
const ids = requiredKey('ids', listCodec(requiredTextField(commonTexts.badField, 100)))

/** Offsets: finance deducts approved applications and scholarships from what students owe. */
export const offsets = {
  /** The approved applications and scholarships; those that are not offset come first. */
  list: defineRead({
    path: '/api/manage/offsets/list',
    who: FINANCE,
    input: recordCodec({ ...filter, after: textCodec(v.maxLength(150)) }),
    output: pageOf('offsets', Offset),
  }),
  export: defineExport('/api/manage/exports/offsets', FINANCE, filter),
  /**
   * Offsets one or several, at most `MAX_OFFSETS_AT_ONCE`. `amount` 0 offsets the approved amount of each; another amount, fen, is
   * for a single one. All or none are offset.
   */
  record: defineWrite({
    path: '/api/manage/offsets/record',
    who: FINANCE,
    input: recordCodec({
      ids,
      amount: wholeNumberCodec,
      paidOn: dayField(offsetTexts.dayNeeded),
      note: textCodec(maxCharacters(200)),
    }),
  }),
  /** Undoes an offset by a counter-entry. */
  undo: defineWrite({
    path: '/api/manage/offsets/undo',
    who: FINANCE,
    input: recordCodec({
      id: requiredTextField(commonTexts.badField, 100),
      reason: requiredTextField(offsetTexts.reasonNeeded, 200),
    }),
  }),
}
