import { commonTexts } from '../i18n/common.ts'
import { defineRead, defineWrite } from './call.ts'
import { requiredKey, listCodec, recordCodec, textCodec, type CodecValue } from './codec.ts'
import { requiredTextField } from './fields.ts'
import { acceptIfCodeZero } from './rules.ts'

const Sent = recordCodec({
  id: requiredKey('id', textCodec()),
  /** ISO instant. */
  at: requiredKey('at', textCodec()),
  /** The recipient's phone number, masked. */
  phone: requiredKey('phone', textCodec()),
  /** waiting, sent, shown or given up. */
  state: requiredKey('state', textCodec()),
  tries: requiredKey('tries', textCodec()),
  /** Why the last attempt failed: refused, too late, away. */
  fault: requiredKey('fault', textCodec()),
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
    input: recordCodec({ after: requiredKey('after', textCodec()) }),
    output: recordCodec({
      texts: requiredKey('data', listCodec(Sent)),
      next: requiredKey('next', textCodec()),
    }),
    rule: acceptIfCodeZero,
  }),
  /**
   * Returns the unmasked recipient and the content of a text message. The request is recorded in
   * the audit log and counted, because the content can be a code.
   */
  reveal: defineWrite({
    path: '/api/manage/messages/reveal',
    who: ['administrator'],
    ownsTransactions: true,
    input: recordCodec({ id: requiredKey('id', requiredTextField(commonTexts.badField)) }),
    output: recordCodec({
      phone: requiredKey('phone', textCodec()),
      /** The content of the text message on the demo campus; elsewhere ''. */
      text: requiredKey('text', textCodec()),
    }),
    rule: acceptIfCodeZero,
  }),
}
