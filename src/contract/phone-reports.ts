import * as v from 'valibot'
import { commonTexts } from '../i18n/common.ts'
import { validationMessage } from '../i18n/translate.ts'
import { defineRead, defineWrite } from './call.ts'
import { withChecks, flag, key, list, record, text, type CodecValue, wholeNumber } from './codec.ts'
import { codeZero } from './rules.ts'

const some = withChecks(
  wholeNumber,
  v.minValue(0, validationMessage(commonTexts.badField)),
  v.maxValue(1_000_000_000),
)

const OutboxReport = record({
  /** The number of items that are sent automatically. */
  waiting: key('waiting', some),
  /**
   * The number of items that need the user: refused, in conflict, or unknown to the app's version.
   */
  refused: key('refused', some),
  /** The number of both that are arrival confirmations. */
  scans: key('scans', some),
  /** The age of the oldest item, seconds; 0 if there is none. */
  oldest: key('oldest', some),
  /** The build of the app. */
  version: key('version', text(v.maxLength(40))),
})
/** A phone's report about its outbox: numbers and age, never content. */
export type OutboxReport = CodecValue<typeof OutboxReport>

/** The largest number of receipts in one call. */
export const MAX_RECEIPTS_PER_CALL = 100

const Receipts = withChecks(
  list(
    record({ form: key('form', text(v.maxLength(40))), key: key('key', text(v.maxLength(200))) }),
  ),
  v.maxLength(MAX_RECEIPTS_PER_CALL),
)

const PhoneReport = record({
  id: key('id', text()),
  name: key('name', text()),
  number: key('number', text()),
  department: key('department', text()),
  /** Whether the phone is a staff member's and not a student's. */
  staff: key('staff', flag),
  waiting: key('waiting', wholeNumber),
  refused: key('refused', wholeNumber),
  scans: key('scans', wholeNumber),
  /** When the oldest item was written, ISO instant. */
  oldestAt: key('oldestAt', text()),
  version: key('version', text()),
  /** ISO instant. */
  reportedAt: key('reportedAt', text()),
  /** The phone's sign-in has ended, so nothing is sent until the person signs in again. */
  ended: key('ended', flag),
})
/** A phone with items that the university does not have. */
export type PhoneReport = CodecValue<typeof PhoneReport>

/** Phones with undelivered items. */
export const phoneReports = {
  /**
   * Reports a phone's outbox. The app sends it at its start and after changes, at most every few
   * minutes; a lost report is not repeated.
   */
  report: defineWrite({
    path: '/api/phones/report',
    who: 'bound',
    input: OutboxReport,
    output: record({}),
    rule: codeZero,
  }),
  /**
   * Checks which receipts the campus still has, after its database was restored to an earlier
   * state. Returns the keys of the submissions that it lacks: `newer` if it has a newer one of the
   * same form, otherwise `gone`.
   */
  received: defineRead({
    path: '/api/phones/received',
    who: 'bound',
    offline: 'online-only',
    input: record({ receipts: key('receipts', Receipts) }),
    output: record({ gone: key('gone', list(text())), newer: key('newer', list(text())) }),
    rule: codeZero,
  }),
  /**
   * The phones with undelivered items, the oldest item first. `next` is the cursor of the next
   * page, '' at the end.
   */
  holding: defineRead({
    path: '/api/manage/phones/holding',
    who: ['administrator', 'admissions'],
    offline: 'online-only',
    input: record({ after: key('after', text()) }),
    output: record({
      phones: key('data', list(PhoneReport)),
      next: key('next', text()),
      /** The totals of all phones. */
      total: key('total', wholeNumber),
      waiting: key('waiting', wholeNumber),
      refused: key('refused', wholeNumber),
    }),
    rule: codeZero,
  }),
}
