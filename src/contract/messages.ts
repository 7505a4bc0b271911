import { read } from './call.ts'
import { key, list, record, text, type Value } from './codec.ts'
import { codeZero } from './rules.ts'

const Sent = record({
  id: key('id', text()),
  /** ISO instant. */
  at: key('at', text()),
  phone: key('phone', text()),
  /** On the demo campus alone; elsewhere ''. */
  text: key('text', text()),
  /** waiting, sent, shown or given up. */
  state: key('state', text()),
  tries: key('tries', text()),
  /** Why the last try failed: refused, too late, away. */
  fault: key('fault', text()),
})
/** A text to a telephone. */
export type SentText = Value<typeof Sent>

/** Texts to telephones: whether they went out. */
export const messages = {
  /** Newest first; a page ends where `next` says, '' at the end. */
  list: read({
    path: '/api/manage/messages/list',
    who: ['administrator'],
    offline: 'live',
    input: record({ after: key('after', text()) }),
    output: record({ texts: key('data', list(Sent)), next: key('next', text()) }),
    rule: codeZero,
  }),
}
