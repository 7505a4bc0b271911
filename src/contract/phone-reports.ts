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
  /** Items that go by themselves once they can. */
  waiting: key('waiting', some),
  /** Items that need a person: refused, in conflict, or unknown to the app's version. */
  refused: key('refused', some),
  /** How many of both are confirmed arrivals. */
  scans: key('scans', some),
  /** The age of the oldest, seconds; 0 where there is none. */
  oldest: key('oldest', some),
  /** Which build of the app it is. */
  version: key('version', text(v.maxLength(40))),
})
/** What a phone says of its outbox: how much and how old, never what. */
export type OutboxReport = CodecValue<typeof OutboxReport>

/** How many receipts are asked about at once. */
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
  /** A staff member's, not a student's. */
  staff: key('staff', flag),
  waiting: key('waiting', wholeNumber),
  refused: key('refused', wholeNumber),
  scans: key('scans', wholeNumber),
  /** When the oldest was written, ISO instant. */
  oldestAt: key('oldestAt', text()),
  version: key('version', text()),
  /** ISO instant. */
  reportedAt: key('reportedAt', text()),
  /** Its sign-in has ended, so nothing of it goes until its person signs in again. */
  ended: key('ended', flag),
})
/** A phone that still holds something the university does not have. */
export type PhoneReport = CodecValue<typeof PhoneReport>

/** Phones with words that have not arrived. */
export const phoneReports = {
  /**
   * Said by the app after a round and at its start, not more often than every few minutes; a report
   * that is lost is lost.
   */
  report: defineWrite({
    path: '/api/phones/report',
    who: 'bound',
    input: OutboxReport,
    output: record({}),
    rule: codeZero,
  }),
  /**
   * Asked by the app when the campus's data was brought back to an earlier state: does the campus
   * still have what these receipts confirm? Answers the keys of what it does not have, those of
   * which it has newer words apart.
   */
  received: defineRead({
    path: '/api/phones/received',
    who: 'bound',
    offline: 'online-only',
    input: record({ receipts: key('receipts', Receipts) }),
    output: record({ gone: key('gone', list(text())), newer: key('newer', list(text())) }),
    rule: codeZero,
  }),
  /** Those that hold something, the oldest first; a page ends where `next` says. */
  holding: defineRead({
    path: '/api/manage/phones/holding',
    who: ['administrator', 'admissions'],
    offline: 'online-only',
    input: record({ after: key('after', text()) }),
    output: record({
      phones: key('data', list(PhoneReport)),
      next: key('next', text()),
      /** Of all of them. */
      total: key('total', wholeNumber),
      waiting: key('waiting', wholeNumber),
      refused: key('refused', wholeNumber),
    }),
    rule: codeZero,
  }),
}
