import * as v from 'valibot'
import { commonTexts } from '../i18n/common.ts'
import { validationMessage } from '../i18n/translate.ts'
import { defineRead, defineWrite } from './call.ts'
import {
  withCodecChecks,
  booleanCodec,
  requiredKey,
  listCodec,
  recordCodec,
  textCodec,
  type CodecValue,
  wholeNumberCodec,
} from './codec.ts'
import { textKeys, wholeNumberKeys } from './record-keys.ts'

const upTo = (most: number) =>
  withCodecChecks(
    wholeNumberCodec,
    v.minValue(0, validationMessage(commonTexts.badField)),
    v.maxValue(most),
  )
/** More items than any phone holds. */
const count = upTo(100_000)

const OutboxReport = recordCodec({
  /** The number of items that will be sent automatically. */
  waiting: count,
  /**
   * The number of items that need the user: refused, in conflict, or unknown to the app's version.
   */
  refused: count,
  /** The number of arrival confirmations among the waiting and the refused items. */
  scans: count,
  /** The age of the oldest item, seconds; 0 if there is none. */
  oldest: upTo(1_000_000_000),
  /** The build of the app. */
  version: textCodec(v.maxLength(40)),
})
/** A phone's report about its outbox: numbers and age, never content. */
export type OutboxReport = CodecValue<typeof OutboxReport>

/** The largest number of receipts in one call. */
export const MAX_RECEIPTS_PER_CALL = 100

const Receipts = withCodecChecks(
  listCodec(
    recordCodec({
      form: textCodec(v.maxLength(60)),
      key: textCodec(v.maxLength(200)),
    }),
  ),
  v.maxLength(MAX_RECEIPTS_PER_CALL),
)

const PhoneReport = recordCodec({
  ...textKeys('id', 'name', 'number', 'department'),
  /** Whether the phone belongs to a staff member; otherwise to a student. */
  staff: booleanCodec,
  ...wholeNumberKeys('waiting', 'refused', 'scans'),
  /** When the oldest item was written, ISO instant. */
  oldestAt: textCodec(),
  version: textCodec(),
  /** ISO instant. */
  reportedAt: textCodec(),
  /** The phone's sign-in has ended, so nothing is sent until the person signs in again. */
  ended: booleanCodec,
})
/** A phone with items that the university does not have. */
export type PhoneReport = CodecValue<typeof PhoneReport>

/** Phones with undelivered items. */
export const phoneReports = {
  /**
   * Reports a phone's outbox. The app sends the report when it starts and after changes, at most
   * every few minutes. A report that was lost is not sent again.
   */
  report: defineWrite({
    path: '/api/phones/report',
    who: 'bound',
    input: OutboxReport,
  }),
  /**
   * Checks which of these receipts the campus still has after a restore of its database to an
   * earlier state. Returns the idempotency keys of the submissions that the campus lacks: in
   * `newer` if the campus has a newer submission of the same form, otherwise in `gone`.
   */
  received: defineRead({
    path: '/api/phones/received',
    who: 'bound',
    input: recordCodec({ receipts: Receipts }),
    output: recordCodec({
      gone: listCodec(textCodec()),
      newer: listCodec(textCodec()),
    }),
  }),
  /**
   * The phones with undelivered items; the phone with the oldest item comes first. `next` is the
   * cursor of the next page, '' at the end.
   */
  holding: defineRead({
    path: '/api/manage/phones/holding',
    who: ['administrator', 'admissions'],
    input: recordCodec({ after: textCodec() }),
    output: recordCodec({
      phones: requiredKey('data', listCodec(PhoneReport)),
      next: textCodec(),
      /** The totals of all phones. */
      total: wholeNumberCodec,
      waiting: wholeNumberCodec,
      refused: wholeNumberCodec,
    }),
  }),
}
