import * as v from 'valibot'
import { commonTexts } from '../i18n/common.ts'
import { validationMessage } from '../i18n/translate.ts'
import { defineRead, defineWrite } from './call.ts'
import {
  requiredKey,
  lazyCodec,
  listCodec,
  recordCodec,
  textCodec,
  encodeUnchanged,
  type CodecValue,
} from './codec.ts'
import { normalizeNumberText } from './normalize.ts'

/**
 * The place of an error: 'screen' for a screen that could not be shown, 'behind' for code in the
 * background.
 */
export const ERROR_REPORT_KINDS = ['screen', 'behind'] as const

const bad = validationMessage(commonTexts.badField)
const shape = (pattern: RegExp) => textCodec(v.regex(pattern, bad))

/** Six digits that a student can read out to support. */
const code = shape(/^\d{3}-\d{3}$/)

// No field can contain what a user typed: `step` is a route's path pattern without digits.
const ErrorReport = recordCodec({
  code,
  kind: lazyCodec<(typeof ERROR_REPORT_KINDS)[number]>({
    decode: () => v.picklist(ERROR_REPORT_KINDS, bad),
    encode: encodeUnchanged,
  }),
  /** The name of the error, such as `TypeError`. */
  name: shape(/^[A-Z][A-Za-z]{0,30}$/),
  /** The build of the app. */
  version: shape(/^[\w-]{0,12}$/),
  /** The browser engine and its major version. */
  engine: shape(/^(chromium|webkit|gecko|other)( \d{1,3})?$/),
  step: shape(/^\/[A-Za-z/${}-]{0,80}$/),
})
/** An error that occurred on a phone, without content. */
export type ErrorReport = CodecValue<typeof ErrorReport>

const Told = recordCodec({
  id: textCodec(),
  /** ISO instant. */
  at: textCodec(),
  code: textCodec(),
  kind: textCodec(),
  name: textCodec(),
  version: textCodec(),
  engine: textCodec(),
  step: textCodec(),
})
/** An error report as the office sees it. */
export type OfficeErrorReport = CodecValue<typeof Told>

/** Errors on phones, reported with the user's consent and without identity. */
export const errorReporting = {
  report: defineWrite({
    path: '/api/troubles/report',
    who: 'anyone',
    input: ErrorReport,
    output: recordCodec({}),
  }),
  /**
   * The reports, newest first, or those with one code. `next` is the cursor of the next page, '' at
   * the end.
   */
  list: defineRead({
    path: '/api/manage/troubles/list',
    who: ['administrator'],
    input: recordCodec({
      code: textCodec(v.transform(normalizeNumberText), v.maxLength(20)),
      after: textCodec(),
    }),
    output: recordCodec({
      troubles: requiredKey('data', listCodec(Told)),
      next: textCodec(),
    }),
  }),
}
