import * as v from 'valibot'
import { commonTexts } from '../i18n/common.ts'
import { greenChannelReviewTexts } from '../i18n/green-channel-review.ts'
import { validationMessage } from '../i18n/translate.ts'
import { defineRead, defineWrite } from './call.ts'
import {
  withCodecChecks,
  booleanCodec,
  requiredKey,
  listCodec,
  optionalKey,
  recordCodec,
  textCodec,
  type CodecValue,
  wholeNumberCodec,
} from './codec.ts'
import { maxCharacters, choiceField } from './fields.ts'
import {
  GreenChannelApplication,
  APPLICATION_APPROVED,
  APPLICATION_REJECTED,
} from './green-channel.ts'
import { textKeys } from './record-keys.ts'
import { revealNumberInput, revealNumberOutput } from './reveal.ts'
import { acceptIfKeyEquals, acceptIfKeyPresent } from './rules.ts'

/** The number of applications on a page (AUD-12). */
export const APPLICATIONS_PER_PAGE = 10

/** The largest number of applications that a search returns. */
export const MAX_SEARCH_RESULTS = 50

const year = textCodec(v.regex(/^\d{4}$/, validationMessage(commonTexts.badField)))

const Query = recordCodec({
  page: requiredKey('pageNum', wholeNumberCodec),
  size: requiredKey('pageSize', wholeNumberCodec),
  /** '' for all (D-77). */
  status: choiceField(['', '0', '1', '2'], commonTexts.badField),
  year,
  /**
   * The cursor from the previous page's response. With a cursor the cost of a page does not depend
   * on the length of the list.
   */
  after: optionalKey('after', textCodec(v.maxLength(100))),
  /** Oldest first instead of newest first. */
  oldest: optionalKey('oldest', booleanCodec),
  /**
   * The start of a name, or a complete number. A search returns at most `MAX_SEARCH_RESULTS`
   * results, on one page. `oldest` and `find` are our backend's own keys.
   */
  find: optionalKey('find', textCodec(v.maxLength(50))),
})

const Page = recordCodec({
  page: requiredKey(
    'results',
    recordCodec({
      records: listCodec(GreenChannelApplication),
      total: wholeNumberCodec,
      /** Absent on other backends, and on the last page. */
      next: optionalKey('next', textCodec()),
    }),
  ),
})

const pages = (path: `/${string}`) =>
  defineRead({
    path,
    who: 'review-teacher',
    input: Query,
    output: Page,
    rule: acceptIfKeyPresent('results'),
  })

const One = recordCodec({
  student: requiredKey('stuCode', textCodec()),
  year,
})
const one = (path: `/${string}`) =>
  defineRead({
    path,
    who: 'review-teacher',
    input: One,
    /** The first record counts (D-78). Its ETag is sent with the decision. */
    output: recordCodec({ applications: requiredKey('msg', listCodec(GreenChannelApplication)) }),
    rule: acceptIfKeyPresent('msg'),
  })

const ReviewDecision = withCodecChecks(
  recordCodec({
    status: choiceField(
      [APPLICATION_APPROVED, APPLICATION_REJECTED],
      greenChannelReviewTexts.statusRequired,
    ),
    reviewer: requiredKey('userId', textCodec()),
    student: requiredKey('stuCode', textCodec()),
    reason: textCodec(maxCharacters(200)),
    auditType: textCodec(),
    year,
    review: requiredKey('verifyId', textCodec()),
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
const Step = recordCodec({
  id: textCodec(),
  /** China time, YYYY-MM-DD HH:mm. */
  ...textKeys('at', 'by', 'from', 'to', 'reason'),
})
/** The review of applications (AUD): online only, never read from a cached copy (AUD-18). */
export const greenChannelReview = {
  loans: pages('/api/greenChannelAudit/findStuLoanAudit'),
  households: pages('/api/greenChannelAudit/findStuReduceAudit'),
  loan: one('/api/greenChannelAudit/selectLoanMsg'),
  household: one('/api/greenChannelAudit/selectJdlkMsg'),
  decide: defineWrite({
    path: '/api/greenChannelAudit/updateStatus',
    who: 'review-teacher',
    input: ReviewDecision,
    rule: acceptIfKeyEquals({ key: 'results', good: '1', bad: '0' }),
  }),
  /**
   * Returns an applicant's number unmasked; lists and details mask it. The request is recorded in
   * the audit log and counted.
   */
  reveal: defineWrite({
    path: '/api/manage/applications/reveal',
    who: ['review-teacher'],
    ownsTransactions: true,
    input: revealNumberInput,
    output: revealNumberOutput,
  }),
  /** All decisions of an application, newest first. */
  history: defineRead({
    path: '/api/manage/applications/history',
    who: ['review-teacher'],
    input: recordCodec({
      id: textCodec(v.nonEmpty(validationMessage(commonTexts.badField)), v.maxLength(100)),
    }),
    output: recordCodec({ steps: requiredKey('data', listCodec(Step)) }),
  }),
}
