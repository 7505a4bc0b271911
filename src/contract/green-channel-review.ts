import * as v from 'valibot'
import { commonTexts } from '../i18n/common.ts'
import { greenChannelReviewTexts } from '../i18n/green-channel-review.ts'
import { validationMessage } from '../i18n/translate.ts'
import { defineRead, defineWrite } from './call.ts'
import {
  withChecks,
  flag,
  key,
  list,
  optionalKey,
  record,
  text,
  type CodecValue,
  wholeNumber,
} from './codec.ts'
import { maxCharacters, choice } from './fields.ts'
import {
  GreenChannelApplication,
  APPLICATION_APPROVED,
  APPLICATION_REJECTED,
} from './green-channel.ts'
import { revealInput, revealOutput } from './reveal.ts'
import { codeZero, keyValueRule, keyPresentRule } from './rules.ts'

/** The number of applications on a page (AUD-12). */
export const APPLICATIONS_PER_PAGE = 10

/** The largest number of applications that a search returns. */
export const MAX_SEARCH_RESULTS = 50

const year = text(v.regex(/^\d{4}$/, validationMessage(commonTexts.badField)))

const Query = record({
  page: key('pageNum', wholeNumber),
  size: key('pageSize', wholeNumber),
  /** '' for all (D-77). */
  status: key('status', choice(['', '0', '1', '2'], commonTexts.badField)),
  year: key('year', year),
  /**
   * The cursor from the previous page's response: the cost of a page then does not depend on the
   * length of the list.
   */
  after: optionalKey('after', text(v.maxLength(100))),
  /** Oldest first instead of newest first. */
  oldest: optionalKey('oldest', flag),
  /**
   * The start of a name, or a complete number: then at most `MAX_SEARCH_RESULTS` results, on one
   * page. `oldest` and `find` are our backend's own keys.
   */
  find: optionalKey('find', text(v.maxLength(50))),
})

const Page = record({
  page: key(
    'results',
    record({
      records: key('records', list(GreenChannelApplication)),
      total: key('total', wholeNumber),
      /** Absent on other backends, and on the last page. */
      next: optionalKey('next', text()),
    }),
  ),
})

const pages = (path: `/${string}`) =>
  defineRead({
    path,
    who: 'review-teacher',
    offline: 'online-only',
    input: Query,
    output: Page,
    rule: keyPresentRule('results'),
  })

const One = record({ student: key('stuCode', text()), year: key('year', year) })
const one = (path: `/${string}`) =>
  defineRead({
    path,
    who: 'review-teacher',
    offline: 'online-only',
    input: One,
    /** The first record counts (D-78). Its ETag is sent with the decision. */
    output: record({ applications: key('msg', list(GreenChannelApplication)) }),
    rule: keyPresentRule('msg'),
  })

const ReviewDecision = withChecks(
  record({
    status: key(
      'status',
      choice([APPLICATION_APPROVED, APPLICATION_REJECTED], greenChannelReviewTexts.statusRequired),
    ),
    reviewer: key('userId', text()),
    student: key('stuCode', text()),
    reason: key('reason', text(maxCharacters(200))),
    auditType: key('auditType', text()),
    year: key('year', year),
    review: key('verifyId', text()),
  }),
  v.forward(
    v.check(
      ({ status, reason }) => status !== APPLICATION_REJECTED || reason !== '',
      validationMessage(greenChannelReviewTexts.reasonRequired),
    ),
    ['reason'],
  ),
)
/** A reviewer's decision (D-79). */
export type ReviewDecision = CodecValue<typeof ReviewDecision>
/** The rules of the decision form. */
export const reviewDecisionSchema = ReviewDecision.schema

/** A decision about an application. */
const Step = record({
  id: key('id', text()),
  /** China time, YYYY-MM-DD HH:mm. */
  at: key('at', text()),
  by: key('by', text()),
  from: key('from', text()),
  to: key('to', text()),
  reason: key('reason', text()),
})
/** The review of applications (AUD): online only, never answered from a cached copy (AUD-18). */
export const greenChannelReview = {
  loans: pages('/api/greenChannelAudit/findStuLoanAudit'),
  households: pages('/api/greenChannelAudit/findStuReduceAudit'),
  loan: one('/api/greenChannelAudit/selectLoanMsg'),
  household: one('/api/greenChannelAudit/selectJdlkMsg'),
  decide: defineWrite({
    path: '/api/greenChannelAudit/updateStatus',
    who: 'review-teacher',
    input: ReviewDecision,
    output: record({}),
    rule: keyValueRule({ key: 'results', good: '1', bad: '0' }),
  }),
  /**
   * The unmasked number of an applicant, which lists and details mask; recorded in the audit log
   * and counted.
   */
  reveal: defineWrite({
    path: '/api/manage/applications/reveal',
    who: ['review-teacher'],
    ownsTransactions: true,
    input: revealInput,
    output: revealOutput,
    rule: codeZero,
  }),
  /** All decisions of an application, newest first. */
  history: defineRead({
    path: '/api/manage/applications/history',
    who: ['review-teacher'],
    offline: 'online-only',
    input: record({
      id: key('id', text(v.nonEmpty(validationMessage(commonTexts.badField)), v.maxLength(100))),
    }),
    output: record({ steps: key('data', list(Step)) }),
    rule: codeZero,
  }),
}
