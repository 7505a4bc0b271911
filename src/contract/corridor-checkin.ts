import * as v from 'valibot'
import { commonTexts } from '../i18n/common.ts'
import { defineQueuedWrite } from './call.ts'
import { key, optionalKey, record, text, type CodecValue } from './codec.ts'
import { requiredText } from './fields.ts'
import { codeZero } from './rules.ts'

const ForwardedScan = record({
  /** The work number of who has scanned; whoever calls only delivers it. */
  by: key('scannedBy', requiredText(commonTexts.badField)),
  scanned: key('stuCode', text(v.nonEmpty(), v.maxLength(1000))),
  at: optionalKey('scanTime', text(v.isoTimestamp())),
})
/** A scan of one supervisor that another one delivers. */
export type ForwardedScan = CodecValue<typeof ForwardedScan>

/**
 * What the corridor needs beside confirming; apart from it, for no student's phone keeps the
 * contract of these.
 */
export const corridorCheckin = {
  /**
   * Deliver what a colleague has left on a shared phone: said to be theirs, and only of one's own
   * buildings. The arrival bears both names.
   */
  handOver: defineQueuedWrite({
    path: '/api/stuEnter/handOver',
    who: 'dorm-supervisor',
    form: 'scan-handed-over',
    recheckReplays: true,
    input: ForwardedScan,
    output: record({ says: key('msg', text()) }),
    rule: codeZero,
  }),
}
