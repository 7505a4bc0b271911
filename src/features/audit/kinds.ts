import { audit } from '#contract/audit'
import { HOUSEHOLD, LOAN } from '#contract/greenchannel'

/** What is reviewed. */
export type Kind = 'loan' | 'household'

/** The addresses and calls of each (AUD-01 to AUD-04). */
export const KINDS = {
  loan: {
    type: LOAN,
    pages: audit.loans,
    one: audit.loan,
    list: '/checkloan',
    detail: '/loanDetile/$stunum',
  },
  household: {
    type: HOUSEHOLD,
    pages: audit.households,
    one: audit.household,
    list: '/checkReduce',
    detail: '/reduceDetile/$stunum',
  },
} as const
