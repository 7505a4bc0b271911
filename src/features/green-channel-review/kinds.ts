import { HOUSEHOLD_APPLICATION_KIND, LOAN_APPLICATION_KIND } from '#contract/green-channel'
import { greenChannelReview } from '#contract/green-channel-review'

/** The kinds of application to review. */
export type ApplicationKind = 'loan' | 'household'

/** The addresses and calls of each kind (AUD-01 to AUD-04). */
export const APPLICATION_KINDS = {
  loan: {
    type: LOAN_APPLICATION_KIND,
    pages: greenChannelReview.loans,
    one: greenChannelReview.loan,
    list: '/checkloan',
    detail: '/loanDetile/$stunum',
  },
  household: {
    type: HOUSEHOLD_APPLICATION_KIND,
    pages: greenChannelReview.households,
    one: greenChannelReview.household,
    list: '/checkReduce',
    detail: '/reduceDetile/$stunum',
  },
} as const
