import * as v from 'valibot'
import { defineWrite } from './call.ts'
import { flag, key, record, withEncoder, text } from './codec.ts'
import { Person } from './identity.ts'
import { codeZero } from './rules.ts'

const secret = text(v.nonEmpty(), v.maxLength(100))

/** Sign-in through the university's own page, for staff and students alike. */
export const universitySignIn = {
  /** Where to go; the ticket stays in this tab, and nobody else's answer is taken for it. */
  begin: defineWrite({
    path: '/api/university/begin',
    who: 'anyone',
    input: record({}),
    output: record({ address: key('address', text()), ticket: key('ticket', text()) }),
    ownsTransactions: true,
    rule: codeZero,
  }),
  /** Trade what the university answered, the query of its address, for a session; once. */
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
