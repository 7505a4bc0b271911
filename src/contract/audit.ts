import * as v from 'valibot'
import { commonTexts } from '../i18n/common.ts'
import { greenChannelReviewTexts } from '../i18n/green-channel-review.ts'
import { validationMessage } from '../i18n/translate.ts'
import { read, write } from './call.ts'
import { checked, flag, key, list, maybeKey, record, text, type Value, whole } from './codec.ts'
import { atMost, choice } from './fields.ts'
import { Application, APPROVED, REJECTED } from './greenchannel.ts'
import { revealInput, revealOutput } from './reveal.ts'
import { codeZero, marker, present } from './rules.ts'

/** Applications a page (AUD-12). */
export const PAGE_SIZE = 10

/** How many applications a search answers. */
export const FOUND_AT_MOST = 50

const year = text(v.regex(/^\d{4}$/, validationMessage(commonTexts.badField)))

const Query = record({
  page: key('pageNum', whole),
  size: key('pageSize', whole),
  /** '' for all (D-77). */
  status: key('status', choice(['', '0', '1', '2'], commonTexts.badField)),
  year: key('year', year),
  /**
   * Where the last page ended, from its answer: the next page then costs the same however long the
   * list is.
   */
  after: maybeKey('after', text(v.maxLength(100))),
  /** Oldest first, instead of newest. */
  oldest: maybeKey('oldest', flag),
  /**
   * The beginning of a name, or a whole number: then at most `FOUND_AT_MOST`, on one page. Both keys
   * are our backend's own.
   */
  find: maybeKey('find', text(v.maxLength(50))),
})

const Page = record({
  page: key(
    'results',
    record({
      records: key('records', list(Application)),
      total: key('total', whole),
      /** Absent on other backends, and on the last page. */
      next: maybeKey('next', text()),
    }),
  ),
})

const pages = (path: `/${string}`) =>
  read({
    path,
    who: 'review-teacher',
    offline: 'live',
    input: Query,
    output: Page,
    rule: present('results'),
  })

const One = record({ student: key('stuCode', text()), year: key('year', year) })
const one = (path: `/${string}`) =>
  read({
    path,
    who: 'review-teacher',
    offline: 'live',
    input: One,
    /** The first record counts (D-78). Its ETag goes back with the decision. */
    output: record({ applications: key('msg', list(Application)) }),
    rule: present('msg'),
  })

const Decision = checked(
  record({
    status: key('status', choice([APPROVED, REJECTED], greenChannelReviewTexts.statusRequired)),
    reviewer: key('userId', text()),
    student: key('stuCode', text()),
    reason: key('reason', text(atMost(200))),
    auditType: key('auditType', text()),
    year: key('year', year),
    review: key('verifyId', text()),
  }),
  v.forward(
    v.check(
      ({ status, reason }) => status !== REJECTED || reason !== '',
      validationMessage(greenChannelReviewTexts.reasonRequired),
    ),
    ['reason'],
  ),
)
/** A reviewer's decision (D-79). */
export type Decision = Value<typeof Decision>
/** The rules of the decision form. */
export const decisionSchema = Decision.schema

/** A decision that was made of an application. */
const Step = record({
  id: key('id', text()),
  /** China time, YYYY-MM-DD HH:mm. */
  at: key('at', text()),
  by: key('by', text()),
  from: key('from', text()),
  to: key('to', text()),
  reason: key('reason', text()),
})
/** The review of applications (AUD): strictly online, never answered from a copy (AUD-18). */
export const audit = {
  loans: pages('/api/greenChannelAudit/findStuLoanAudit'),
  households: pages('/api/greenChannelAudit/findStuReduceAudit'),
  loan: one('/api/greenChannelAudit/selectLoanMsg'),
  household: one('/api/greenChannelAudit/selectJdlkMsg'),
  decide: write({
    path: '/api/greenChannelAudit/updateStatus',
    who: 'review-teacher',
    input: Decision,
    output: record({}),
    rule: marker({ key: 'results', good: '1', bad: '0' }),
  }),
  /** A whole number of somebody who applied: the lists and the details mask it; noted and counted. */
  reveal: write({
    path: '/api/manage/applications/reveal',
    who: ['review-teacher'],
    apart: true,
    input: revealInput,
    output: revealOutput,
    rule: codeZero,
  }),
  /** All decisions of an application, newest first. */
  history: read({
    path: '/api/manage/applications/history',
    who: ['review-teacher'],
    offline: 'live',
    input: record({
      id: key('id', text(v.nonEmpty(validationMessage(commonTexts.badField)), v.maxLength(100))),
    }),
    output: record({ steps: key('data', list(Step)) }),
    rule: codeZero,
  }),
}
