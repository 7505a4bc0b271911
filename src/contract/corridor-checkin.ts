import * as v from 'valibot'
import { commonTexts } from '../i18n/common.ts'
import { defineQueuedWrite } from './call.ts'
import { givenKeyCodec } from './checkin.ts'
import { requiredKey, optionalKey, recordCodec, textCodec, type CodecValue } from './codec.ts'
import { requiredTextField } from './fields.ts'

const ForwardedScan = recordCodec({
  /** The work number of the supervisor who scanned; the caller only delivers the scan. */
  by: requiredKey('scannedBy', requiredTextField(commonTexts.badField)),
  scanned: requiredKey('stuCode', textCodec(v.nonEmpty(), v.maxLength(1000))),
  at: optionalKey('scanTime', textCodec(v.isoTimestamp())),
  key: optionalKey('keyGiven', givenKeyCodec),
})
/** A scan of one supervisor that another supervisor delivers. */
export type ForwardedScan = CodecValue<typeof ForwardedScan>

/**
 * Further calls of check-in in the corridor. They are separate from `checkin`, so that students'
 * phones do not load them.
 */
export const corridorCheckin = {
  /**
   * Delivers a scan that a colleague left on a shared phone. The colleague is recorded as its
   * author, and the caller as the person who delivered it. Allowed only for students in the
   * caller's own buildings.
   */
  handOver: defineQueuedWrite({
    path: '/api/stuEnter/handOver',
    who: 'dorm-supervisor',
    form: 'scan-handed-over',
    recheckReplays: true,
    input: ForwardedScan,
    output: recordCodec({ says: requiredKey('msg', textCodec()) }),
  }),
}
