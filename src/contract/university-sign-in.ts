import * as v from 'valibot'
import { defineWrite } from './call.ts'
import { booleanCodec, requiredKey, recordCodec, withEncoder, textCodec } from './codec.ts'
import { Person } from './identity.ts'

const secret = textCodec(v.nonEmpty(), v.maxLength(100))

/** Sign-in through the university's own page, for staff and students alike. */
export const universitySignIn = {
  /**
   * Begins a sign-in. Returns the university's URL to open, and a ticket that stays in this tab, so
   * that the tab accepts only the response to its own sign-in.
   */
  begin: defineWrite({
    path: '/api/university/begin',
    who: 'anyone',
    input: recordCodec({}),
    output: recordCodec({
      address: textCodec(),
      ticket: textCodec(),
    }),
    ownsTransactions: true,
  }),
  /**
   * Exchanges the university's response (the query of its redirect) for a session. A response can
   * be exchanged only once.
   */
  finish: defineWrite({
    path: '/api/university/finish',
    who: 'anyone',
    input: recordCodec({
      ticket: secret,
      answer: textCodec(v.nonEmpty(), v.maxLength(4000)),
    }),
    output: recordCodec({
      person: requiredKey('results', Person),
      token: textCodec(v.nonEmpty()),
      reportOpen: requiredKey('stuIsReport', withEncoder(booleanCodec, String)),
    }),
    ownsTransactions: true,
  }),
}
