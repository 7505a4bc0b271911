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
  /** Why the last try failed: refused, too late, away. */
  fault: key('fault', text()),
})
/** A text to a telephone. */
export type TextMessageRecord = CodecValue<typeof Sent>

/** Texts to telephones: whether they went out. */
export const textMessages = {
  /** Newest first; a page ends where `next` says, '' at the end. */
  list: defineRead({
    path: '/api/manage/messages/list',
    who: ['administrator'],
    offline: 'online-only',
    input: record({ after: key('after', text()) }),
    output: record({ texts: key('data', list(Sent)), next: key('next', text()) }),
    rule: codeZero,
  }),
  /** To whom one of them went, and what it says: noted and counted, for a code may be in it. */
  reveal: defineWrite({
    path: '/api/manage/messages/reveal',
    who: ['administrator'],
    ownsTransactions: true,
    input: record({ id: key('id', requiredText(commonTexts.badField)) }),
    output: record({
      phone: key('phone', text()),
      /** On the demo campus alone; elsewhere ''. */
      text: key('text', text()),
    }),
    rule: codeZero,
  }),
}
