import * as v from 'valibot'
import { commonTexts } from '../i18n/common.ts'
import { validationMessage } from '../i18n/translate.ts'
import { defineRead, defineWrite } from './call.ts'
import { key, lazyCodec, list, record, text, passThrough, type CodecValue } from './codec.ts'
import { normalizeNumberText } from './normalize.ts'
import { codeZero } from './rules.ts'

/** Where an error occurred: a screen that could not be shown, or code in the background. */
export const ERROR_REPORT_KINDS = ['screen', 'behind'] as const

const bad = validationMessage(commonTexts.badField)
const shape = (pattern: RegExp) => text(v.regex(pattern, bad))

/** Six digits that a student can read out to support. */
const code = shape(/^\d{3}-\d{3}$/)

// No field can contain what a user wrote: `step` is a route's path pattern without digits.
const ErrorReport = record({
  code: key('code', code),
  kind: key(
    'kind',
    lazyCodec<(typeof ERROR_REPORT_KINDS)[number]>({
      decode: () => v.picklist(ERROR_REPORT_KINDS, bad),
      encode: passThrough,
    }),
  ),
  /** The name of the error, such as `TypeError`. */
  name: key('name', shape(/^[A-Z][A-Za-z]{0,30}$/)),
  /** The build of the app. */
  version: key('version', shape(/^[\w-]{0,12}$/)),
  /** The browser engine and its major version. */
  engine: key('engine', shape(/^(chromium|webkit|gecko|other)( \d{1,3})?$/)),
  step: key('step', shape(/^\/[A-Za-z/${}-]{0,80}$/)),
})
/** An error that occurred on a phone, without content. */
export type ErrorReport = CodecValue<typeof ErrorReport>

const Told = record({
  id: key('id', text()),
  /** ISO instant. */
  at: key('at', text()),
  code: key('code', text()),
  kind: key('kind', text()),
  name: key('name', text()),
  version: key('version', text()),
  engine: key('engine', text()),
  step: key('step', text()),
})
/** An error report as the office sees it. */
export type OfficeErrorReport = CodecValue<typeof Told>

/** Errors on phones, reported with the user's consent and without identity. */
export const errorReporting = {
  report: defineWrite({
    path: '/api/troubles/report',
    who: 'anyone',
    input: ErrorReport,
    output: record({}),
    rule: codeZero,
  }),
  /**
   * The reports, newest first, or those with one code. `next` is the cursor of the next page, '' at
   * the end.
   */
  list: defineRead({
    path: '/api/manage/troubles/list',
    who: ['administrator'],
    offline: 'online-only',
    input: record({
      code: key('code', text(v.transform(normalizeNumberText), v.maxLength(20))),
      after: key('after', text()),
    }),
    output: record({ troubles: key('data', list(Told)), next: key('next', text()) }),
    rule: codeZero,
  }),
}
