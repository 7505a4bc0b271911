import * as v from 'valibot'
import { commonTexts } from '../i18n/common.ts'
import { supportInboxTexts } from '../i18n/support-inbox.ts'
import { validationMessage } from '../i18n/translate.ts'
import { defineFile, defineRead, defineWrite } from './call.ts'
import { flag, key, lazyCodec, list, record, text, passThrough, type CodecValue } from './codec.ts'
import { choice, prose } from './fields.ts'
import { OFFICE_ROLES } from './roles.ts'
import { codeZero } from './rules.ts'
import { COMPLAINT_STATES, complaintState } from './support.ts'

/** Who reads what students and staff write: all of it, or what was given to them or their role. */
const READERS = OFFICE_ROLES
const GIVERS = ['administrator', 'admissions'] as const

/** An answer has at most so many characters. */
export const ANSWER_AT_MOST = 1000

const id = text(v.regex(/^(complaint|service)-\d{1,9}$/, validationMessage(commonTexts.badField)))

const entry = {
  id: key('id', text()),
  /** A complaint has words; who asked for customer service has said nothing yet. */
  kind: key('kind', choice(['complaint', 'service'], commonTexts.badField)),
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
  /** The role whose holders look after it; '' for none. */
  role: key('role', choice(['', ...OFFICE_ROLES], commonTexts.badField)),
  /** What it is about, as the office names it; '' for nothing. */
  category: key('category', text()),
  state: key('state', complaintState),
}
const Entry = record(entry)
/** A complaint, or a request for customer service. */
export type InboxEntry = CodecValue<typeof Entry>

/** What can happen to an entry; 'unsolved' is its author's word, all others are the office's. */
export const INBOX_ACTIONS = ['answer', 'assign', 'close', 'reopen', 'unsolved'] as const
/** What can happen to an entry. */
export type InboxAction = (typeof INBOX_ACTIONS)[number]
const act = lazyCodec<InboxAction>({ decode: () => v.picklist(INBOX_ACTIONS), encode: passThrough })

const Event = record({
  id: key('id', text()),
  act: key('act', act),
  /** What was said; '' where nothing was. */
  content: key('content', text()),
  /** China time, YYYY-MM-DD HH:mm. */
  at: key('at', text()),
  /** Who did it; '' for the author of the entry. */
  by: key('by', text()),
  /** To whom it was given: a name, or '' and a role, or neither. */
  to: key('to', text()),
  toRole: key('toRole', choice(['', ...OFFICE_ROLES], commonTexts.badField)),
})
/** Something that happened to an entry. */
export type InboxEvent = CodecValue<typeof Event>
/** One of them with all that happened to it, oldest first, and the keys of its pictures. */
const Whole = record({
  ...entry,
  history: key('history', list(Event)),
  pictures: key('pictures', list(text())),
})

const Reply = record({
  id: key('id', id),
  content: key('content', prose(supportInboxTexts.answerNeeded, ANSWER_AT_MOST)),
})
/** An answer to one of them. */
export type InboxReply = CodecValue<typeof Reply>
/** The rules of the answer's form. */
export const replySchema = Reply.schema

const Colleague = record({ code: key('code', text()), name: key('name', text()) })

const Count = record({
  /** '' for complaints without a category. */
  id: key('id', text()),
  name: key('name', text()),
  /** How many are not answered. */
  open: key('open', text()),
  total: key('total', text()),
})
/** Filters for complaints without a category. */
export const NO_CATEGORY = '-'

/**
 * The inbox of the office: complaints and requests for customer service. Finance and the dormitory
 * office read what was given to them or to their role, and nothing else. Whatever changes an entry
 * names the version that was read, as `If-Match`.
 */
export const supportInbox = {
  /** Open ones first, the oldest of them before all. */
  list: defineRead({
    path: '/api/manage/inbox/list',
    who: READERS,
    offline: 'online-only',
    input: record({
      /** '' for all. */
      state: key('state', choice(['', ...COMPLAINT_STATES], commonTexts.badField)),
      mine: key('mine', flag),
      /** The id of a category, '' for all, or `NO_CATEGORY`. */
      category: key('category', text(v.maxLength(100))),
      /** A name, a number, or some of the words. */
      find: key('find', text(v.maxLength(100))),
      after: key('after', text(v.maxLength(100))),
    }),
    output: record({ entries: key('data', list(Entry)), next: key('next', text()) }),
    rule: codeZero,
  }),
  /** How many complaints there are about what, in the office's order. */
  categories: defineRead({
    path: '/api/manage/inbox/categories',
    who: READERS,
    offline: 'online-only',
    input: record({}),
    output: record({ categories: key('data', list(Count)) }),
    rule: codeZero,
  }),
  /** Its ETag goes back with whatever changes it. */
  find: defineRead({
    path: '/api/manage/inbox/find',
    who: READERS,
    offline: 'online-only',
    input: record({ id: key('id', id) }),
    output: record({ entry: key('data', Whole) }),
    rule: codeZero,
  }),
  /** Whom it can be given to. */
  colleagues: defineRead({
    path: '/api/manage/inbox/colleagues',
    who: GIVERS,
    offline: 'online-only',
    input: record({}),
    output: record({ colleagues: key('data', list(Colleague)) }),
    rule: codeZero,
  }),
  /** To a person or to a role; to neither takes it from whoever had it. */
  assign: defineWrite({
    path: '/api/manage/inbox/assign',
    who: GIVERS,
    input: record({
      id: key('id', id),
      staff: key('staff', text(v.maxLength(100))),
      role: key('role', choice(['', ...OFFICE_ROLES], commonTexts.badField)),
    }),
    output: record({}),
    rule: codeZero,
  }),
  answer: defineWrite({
    path: '/api/manage/inbox/answer',
    who: READERS,
    input: Reply,
    output: record({}),
    rule: codeZero,
  }),
  /** An answered one is done with; its author is told until when it can be reopened. */
  close: defineWrite({
    path: '/api/manage/inbox/close',
    who: READERS,
    input: record({ id: key('id', id) }),
    output: record({}),
    rule: codeZero,
  }),
  reopen: defineWrite({
    path: '/api/manage/inbox/reopen',
    who: READERS,
    input: record({ id: key('id', id) }),
    output: record({}),
    rule: codeZero,
  }),
  /** A picture of a complaint that the caller reads. */
  picture: defineFile({
    path: '/api/manage/inbox/picture',
    who: READERS,
    parameter: 'key',
  }),
}
