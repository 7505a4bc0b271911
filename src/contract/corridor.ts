import * as v from 'valibot'
import { commonTexts } from '../i18n/common.ts'
import { queuedWrite } from './call.ts'
import { key, maybeKey, record, text, type Value } from './codec.ts'
import { needed } from './fields.ts'
import { codeZero } from './rules.ts'

const HandedScan = record({
  /** The work number of who has scanned; whoever calls only delivers it. */
  by: key('scannedBy', needed(commonTexts.badField)),
  scanned: key('stuCode', text(v.nonEmpty(), v.maxLength(1000))),
  at: maybeKey('scanTime', text(v.isoTimestamp())),
})
/** A scan of one supervisor that another one delivers. */
export type HandedScan = Value<typeof HandedScan>

/**
 * What the corridor needs beside confirming; apart from it, for no student's phone keeps the
 * contract of these.
 */
export const corridor = {
  /**
   * Deliver what a colleague has left on a shared phone: said to be theirs, and only of one's own
   * buildings. The arrival bears both names.
   */
  handOver: queuedWrite({
    path: '/api/stuEnter/handOver',
    who: 'dorm-supervisor',
    form: 'scan-handed-over',
    reviewed: true,
    input: HandedScan,
    output: record({ says: key('msg', text()) }),
    rule: codeZero,
  }),
}
