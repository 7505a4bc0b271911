import * as v from 'valibot'
import { defineWrite } from './call.ts'
import { flag, key, record, withEncoder, text } from './codec.ts'
import { Person } from './identity.ts'
import { codeZero } from './rules.ts'

const secret = text(v.nonEmpty(), v.maxLength(100))

/** Sign-in through the university's own page, for staff and students alike. */
export const universitySignIn = {
  /**
   * Returns the URL to open and a ticket, which stays in this tab, so that only the response to
   * this sign-in is accepted.
   */
  begin: defineWrite({
    path: '/api/university/begin',
    who: 'anyone',
    input: record({}),
    output: record({ address: key('address', text()), ticket: key('ticket', text()) }),
    ownsTransactions: true,
    rule: codeZero,
  }),
  /** Exchanges the university's response (the query of its redirect) for a session; only once. */
  finish: defineWrite({
    path: '/api/university/finish',
    who: 'anyone',
    input: record({
      ticket: key('ticket', secret),
      answer: key('answer', text(v.nonEmpty(), v.maxLength(4000))),
    }),
    output: record({
      person: key('results', Person),
      token: key('token', text(v.nonEmpty())),
      reportOpen: key('stuIsReport', withEncoder(flag, String)),
    }),
    ownsTransactions: true,
    rule: codeZero,
  }),
}
