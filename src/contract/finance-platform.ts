import * as v from 'valibot'
import { commonTexts } from '../i18n/common.ts'
import { financePlatformTexts } from '../i18n/finance-platform.ts'
import { financeTexts } from '../i18n/finance.ts'
import { defineRead, defineWrite } from './call.ts'
import {
  booleanCodec,
  listCodec,
  nullableCodec,
  recordCodec,
  requiredKey,
  textCodec,
  wholeNumberCodec,
  type CodecValue,
} from './codec.ts'
import { defineExport } from './export-format.ts'
import { dayField, requiredTextField } from './fields.ts'
import { differenceHistory } from './finance.ts'
import { oneOfCodec, wholeNumberKeys } from './record-keys.ts'
import type { StaffRole } from './roles.ts'

const FINANCE: readonly StaffRole[] = ['administrator', 'finance']

/** The results of comparing a reference of the finance platform with the books. */
export const PLATFORM_RESULTS = ['matched', 'missing-here', 'missing-there', 'different'] as const
/** The lists of the reconciliation; `open` and `ended` have whatever is not matched. */
export const PLATFORM_LISTS = [
  'open',
  'missing-here',
  'missing-there',
  'different',
  'ended',
  'matched',
  'all',
] as const
/** The most days that one comparison has. */
export const MAX_PLATFORM_DAYS = 92

const range = {
  /** The first and the last day, China time, YYYY-MM-DD. */
  from: dayField(financePlatformTexts.rangeNeeded),
  to: dayField(financePlatformTexts.rangeNeeded),
  list: oneOfCodec(PLATFORM_LISTS),
}

const side = {
  /** Fen; negative for refunds. */
  amount: wholeNumberCodec,
  /** The first and the last day of the entries. */
  from: textCodec(),
  to: textCodec(),
  /** The numbers and names of the students. */
  who: textCodec(),
  /** The code of the student; '' if there are several or nobody has the number. */
  student: textCodec(),
}

const Line = recordCodec({
  /** The reference as our books spell it, or as the file spells it. */
  reference: textCodec(),
  /** Whether it is about the refunds of the payment. */
  refund: booleanCodec,
  result: oneOfCodec(PLATFORM_RESULTS),
  /** What differs, if both sides have the reference and are not alike. */
  differs: listCodec(oneOfCodec(['amount', 'student', 'day'])),
  theirs: nullableCodec(
    recordCodec({
      ...side,
      /** The items and channels in the file. */
      about: textCodec(),
    }),
  ),
  ours: nullableCodec(recordCodec({ ...side, way: textCodec() })),
  /** Whether it can be booked as a payment from outside. */
  bookable: booleanCodec,
  /** What both sides have, as a hash; an end is about this version. */
  version: textCodec(),
  /** Whether the newest end is about this version. */
  ended: booleanCodec,
  history: differenceHistory,
})
/** A reference with what both sides have of it, and how it ended. */
export type PlatformLine = CodecValue<typeof Line>

const Totals = recordCodec({
  ...wholeNumberKeys('matched', 'missingHere', 'missingThere', 'different', 'open'),
  /** Fen. */
  theirs: wholeNumberCodec,
  ours: wholeNumberCodec,
  /** The days up to today of which the finance platform has no lines. */
  daysWithoutLines: listCodec(textCodec()),
})
/** The figures of a range of days. */
export type PlatformTotals = CodecValue<typeof Totals>

const line = {
  reference: requiredTextField(commonTexts.badField, 100),
  version: textCodec(v.maxLength(32)),
}

/** The reconciliation of the books with the files of the finance platform. */
export const financePlatform = {
  /** The references of a range of days by day; `totals` is null after the first page. */
  list: defineRead({
    path: '/api/manage/financePlatform/list',
    who: FINANCE,
    input: recordCodec({ ...range, after: textCodec(v.maxLength(150)) }),
    output: recordCodec({
      lines: requiredKey('data', listCodec(Line)),
      totals: nullableCodec(Totals),
      next: textCodec(),
    }),
  }),
  export: defineExport('/api/manage/exports/financePlatform', FINANCE, range),
  /**
   * Ends what is not alike with a reason, or takes the end back. Refused if it already stands so, and
   * if it has changed since `version`.
   */
  end: defineWrite({
    path: '/api/manage/financePlatform/end',
    who: FINANCE,
    input: recordCodec({
      ...line,
      refund: booleanCodec,
      done: booleanCodec,
      note: requiredTextField(financeTexts.noteNeeded, 200),
    }),
  }),
  /** Books what is missing here as a payment from outside, once. */
  book: defineWrite({
    path: '/api/manage/financePlatform/book',
    who: FINANCE,
    input: recordCodec({
      ...line,
      note: requiredTextField(financeTexts.noteNeeded, 200),
    }),
  }),
}
