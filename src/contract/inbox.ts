import * as v from 'valibot'
import { commonWords } from '../words/common.ts'
import { inboxWords } from '../words/inbox.ts'
import { say } from '../words/say.ts'
import { read, write } from './call.ts'
import { flag, key, list, record, text, type Value } from './codec.ts'
import { choice, prose } from './fields.ts'
import { codeZero } from './rules.ts'

/** Who reads what students and staff write. */
const READERS = ['administrator', 'admissions', 'dorm-office'] as const
const GIVERS = ['administrator', 'admissions'] as const

/** An answer has at most so many characters. */
export const ANSWER_AT_MOST = 1000

const id = text(v.regex(/^(complaint|service)-\d{1,9}$/, say(commonWords.badField)))

const entry = {
  id: key('id', text()),
  /** A complaint has words; who asked for customer service has said nothing yet. */
  kind: key('kind', choice(['complaint', 'service'], commonWords.badField)),
  content: key('content', text()),
  /** China time, YYYY-MM-DD HH:mm. */
  writtenAt: key('writtenAt', text()),
  /** Who wrote it: name, number and department as the school has them. */
  name: key('name', text()),
  number: key('number', text()),
  department: key('department', text()),
  /** Who looks after it; '' for nobody. */
  staff: key('staff', text()),
  staffName: key('staffName', text()),
  answered: key('answered', flag),
}
const Entry = record(entry)
/** A complaint, or a request for customer service. */
export type InboxEntry = Value<typeof Entry>

const Answer = record({
  id: key('id', text()),
  content: key('content', text()),
  answeredAt: key('answeredAt', text()),
  by: key('by', text()),
})
/** One of them with all that was answered. */
const Whole = record({ ...entry, answers: key('answers', list(Answer)) })

const Reply = record({
  id: key('id', id),
  content: key('content', prose(inboxWords.answerNeeded, ANSWER_AT_MOST)),
})
/** An answer to one of them. */
export type InboxReply = Value<typeof Reply>
/** The rules of the answer's form. */
export const replySchema = Reply.schema

const Colleague = record({ code: key('code', text()), name: key('name', text()) })

/**
 * The inbox of the office: complaints and requests for customer service. The dormitory office reads
 * what was given to it, and nothing else.
 */
export const inbox = {
  /** Open ones first, the oldest of them before all. */
  list: read({
    path: '/api/manage/inbox/list',
    who: READERS,
    offline: 'live',
    input: record({
      /** '' for all. */
      state: key('state', choice(['', 'open', 'answered'], commonWords.badField)),
      mine: key('mine', flag),
      /** A name, a number, or some of the words. */
      find: key('find', text(v.maxLength(100))),
      after: key('after', text(v.maxLength(100))),
    }),
    output: record({ entries: key('data', list(Entry)), next: key('next', text()) }),
    rule: codeZero,
  }),
  /** Its ETag goes back with an answer. */
  find: read({
    path: '/api/manage/inbox/find',
    who: READERS,
    offline: 'live',
    input: record({ id: key('id', id) }),
    output: record({ entry: key('data', Whole) }),
    rule: codeZero,
  }),
  /** Whom it can be given to. */
  colleagues: read({
    path: '/api/manage/inbox/colleagues',
    who: GIVERS,
    offline: 'live',
    input: record({}),
    output: record({ colleagues: key('data', list(Colleague)) }),
    rule: codeZero,
  }),
  /** To '' takes it from whoever had it. */
  assign: write({
    path: '/api/manage/inbox/assign',
    who: GIVERS,
    input: record({ id: key('id', id), staff: key('staff', text(v.maxLength(100))) }),
    output: record({}),
    rule: codeZero,
  }),
  answer: write({
    path: '/api/manage/inbox/answer',
    who: READERS,
    input: Reply,
    output: record({}),
    rule: codeZero,
  }),
}
