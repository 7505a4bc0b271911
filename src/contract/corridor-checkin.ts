import * as v from 'valibot'
import { commonTexts } from '../i18n/common.ts'
import { defineQueuedWrite } from './call.ts'
import { key, optionalKey, record, text, type CodecValue } from './codec.ts'
import { requiredText } from './fields.ts'
import { codeZero } from './rules.ts'

const ForwardedScan = record({
  /** The work number of the person who scanned; the caller only delivers the scan. */
  by: key('scannedBy', requiredText(commonTexts.badField)),
  scanned: key('stuCode', text(v.nonEmpty(), v.maxLength(1000))),
  at: optionalKey('scanTime', text(v.isoTimestamp())),
})
/** A scan of one supervisor that another one delivers. */
export type ForwardedScan = CodecValue<typeof ForwardedScan>

/**
 * Further calls of check-in in the corridor. Separate from `checkin`, so that students' phones do
 * not load them.
 */
export const corridorCheckin = {
  /**
   * Delivers a scan that a colleague left on a shared phone, with the colleague as its author and
   * only for the caller's own buildings. The arrival records both names.
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
