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
import { acceptIfCodeZero } from './rules.ts'

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
  code: requiredKey('code', code),
  kind: requiredKey(
    'kind',
    lazyCodec<(typeof ERROR_REPORT_KINDS)[number]>({
      decode: () => v.picklist(ERROR_REPORT_KINDS, bad),
      encode: encodeUnchanged,
    }),
  ),
  /** The name of the error, such as `TypeError`. */
  name: requiredKey('name', shape(/^[A-Z][A-Za-z]{0,30}$/)),
  /** The build of the app. */
  version: requiredKey('version', shape(/^[\w-]{0,12}$/)),
  /** The browser engine and its major version. */
  engine: requiredKey('engine', shape(/^(chromium|webkit|gecko|other)( \d{1,3})?$/)),
  step: requiredKey('step', shape(/^\/[A-Za-z/${}-]{0,80}$/)),
})
/** An error that occurred on a phone, without content. */
export type ErrorReport = CodecValue<typeof ErrorReport>

const Told = recordCodec({
  id: requiredKey('id', textCodec()),
  /** ISO instant. */
  at: requiredKey('at', textCodec()),
  code: requiredKey('code', textCodec()),
  kind: requiredKey('kind', textCodec()),
  name: requiredKey('name', textCodec()),
  version: requiredKey('version', textCodec()),
  engine: requiredKey('engine', textCodec()),
  step: requiredKey('step', textCodec()),
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
    rule: acceptIfCodeZero,
  }),
  /**
   * The reports, newest first, or those with one code. `next` is the cursor of the next page, '' at
   * the end.
   */
  list: defineRead({
    path: '/api/manage/troubles/list',
    who: ['administrator'],
    offline: 'online-only',
    input: recordCodec({
      code: requiredKey('code', textCodec(v.transform(normalizeNumberText), v.maxLength(20))),
      after: requiredKey('after', textCodec()),
    }),
    output: recordCodec({
      troubles: requiredKey('data', listCodec(Told)),
      next: requiredKey('next', textCodec()),
    }),
    rule: acceptIfCodeZero,
  }),
}
