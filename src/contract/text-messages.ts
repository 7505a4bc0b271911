import { commonTexts } from '../i18n/common.ts'
import { defineRead, defineWrite } from './call.ts'
import { key, list, record, text, type CodecValue } from './codec.ts'
import { requiredText } from './fields.ts'
import { codeZero } from './rules.ts'

const Sent = record({
  id: key('id', text()),
  /** ISO instant. */
  at: key('at', text()),
  /** Masked. */
  phone: key('phone', text()),
  /** waiting, sent, shown or given up. */
  state: key('state', text()),
  tries: key('tries', text()),
  /** Why the last attempt failed: refused, too late, away. */
  fault: key('fault', text()),
})
/** A text message. */
export type TextMessageRecord = CodecValue<typeof Sent>

/** The text messages and whether they were sent. */
export const textMessages = {
  /** The text messages, newest first. `next` is the cursor of the next page, '' at the end. */
  list: defineRead({
    path: '/api/manage/messages/list',
    who: ['administrator'],
    offline: 'online-only',
    input: record({ after: key('after', text()) }),
    output: record({ texts: key('data', list(Sent)), next: key('next', text()) }),
    rule: codeZero,
  }),
  /**
   * The unmasked recipient and the content of a text message; recorded in the audit log and
   * counted, because it may contain a code.
   */
  reveal: defineWrite({
    path: '/api/manage/messages/reveal',
    who: ['administrator'],
    ownsTransactions: true,
    input: record({ id: key('id', requiredText(commonTexts.badField)) }),
    output: record({
      phone: key('phone', text()),
      /** On the demo campus only; elsewhere ''. */
      text: key('text', text()),
    }),
    rule: codeZero,
  }),
}
