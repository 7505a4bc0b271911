import { commonTexts } from '../i18n/common.ts'
import { defineRead, defineWrite } from './call.ts'
import { recordCodec, textCodec, type CodecValue } from './codec.ts'
import { requiredTextField } from './fields.ts'
import { pageOf } from './record-keys.ts'

const Sent = recordCodec({
  id: textCodec(),
  /** ISO instant. */
  at: textCodec(),
  /** The recipient's phone number, masked. */
  phone: textCodec(),
  /** waiting, sent, shown or given up. */
  state: textCodec(),
  tries: textCodec(),
  /** Why the last attempt failed: refused, too late, away. */
  fault: textCodec(),
})
/** A text message. */
export type TextMessageRecord = CodecValue<typeof Sent>

/** The text messages and whether they were sent. */
export const textMessages = {
  /** The text messages, newest first. `next` is the cursor of the next page, '' at the end. */
  list: defineRead({
    path: '/api/manage/messages/list',
    who: ['administrator'],
    input: recordCodec({ after: textCodec() }),
    output: pageOf('texts', Sent),
  }),
  /**
   * Returns the unmasked recipient and the content of a text message. The request is recorded in
   * the audit log and counted, because the content can be a code.
   */
  reveal: defineWrite({
    path: '/api/manage/messages/reveal',
    who: ['administrator'],
    ownsTransactions: true,
    input: recordCodec({ id: requiredTextField(commonTexts.badField) }),
    output: recordCodec({
      phone: textCodec(),
      /** The content of the text message on the demo campus; elsewhere ''. */
      text: textCodec(),
    }),
  }),
}
