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

/** The roles that read the inbox: all entries, or those assigned to the person or their role. */
const READERS = OFFICE_ROLES
const GIVERS = ['administrator', 'admissions'] as const

/** The longest answer, characters. */
export const ANSWER_AT_MOST = 1000

const id = text(v.regex(/^(complaint|service)-\d{1,9}$/, validationMessage(commonTexts.badField)))

const entry = {
  id: key('id', text()),
  /** A complaint has content; a request for customer service has none yet. */
  kind: key('kind', choice(['complaint', 'service'], commonTexts.badField)),
  content: key('content', text()),
  /** China time, YYYY-MM-DD HH:mm. */
  writtenAt: key('writtenAt', text()),
  /** The author's name, number and department, from the school's records. */
  name: key('name', text()),
  number: key('number', text()),
  department: key('department', text()),
  /** The staff member to whom it is assigned; '' for nobody. */
  staff: key('staff', text()),
  staffName: key('staffName', text()),
  /** The role to which it is assigned; '' for none. */
  role: key('role', choice(['', ...OFFICE_ROLES], commonTexts.badField)),
  /** The name of its category; '' for none. */
  category: key('category', text()),
  state: key('state', complaintState),
}
const Entry = record(entry)
/** A complaint, or a request for customer service. */
export type InboxEntry = CodecValue<typeof Entry>

/** The events of an entry; 'unsolved' is its author's, all others are the office's. */
export const INBOX_ACTIONS = ['answer', 'assign', 'close', 'reopen', 'unsolved'] as const
/** One of the events. */
export type InboxAction = (typeof INBOX_ACTIONS)[number]
const act = lazyCodec<InboxAction>({ decode: () => v.picklist(INBOX_ACTIONS), encode: passThrough })

const Event = record({
  id: key('id', text()),
  act: key('act', act),
  /** The text of the event; '' if it has none. */
  content: key('content', text()),
  /** China time, YYYY-MM-DD HH:mm. */
  at: key('at', text()),
  /** Who caused it; '' for the author of the entry. */
  by: key('by', text()),
  /** To whom it was assigned: a name, or '' and a role, or neither. */
  to: key('to', text()),
  toRole: key('toRole', choice(['', ...OFFICE_ROLES], commonTexts.badField)),
})
/** An event in the history of an entry. */
export type InboxEvent = CodecValue<typeof Event>
/** An entry with its history, oldest first, and the keys of its pictures. */
const Whole = record({
  ...entry,
  history: key('history', list(Event)),
  pictures: key('pictures', list(text())),
})

const Reply = record({
  id: key('id', id),
  content: key('content', prose(supportInboxTexts.answerNeeded, ANSWER_AT_MOST)),
})
/** An answer to an entry. */
export type InboxReply = CodecValue<typeof Reply>
/** The rules of the answer's form. */
export const replySchema = Reply.schema

const Colleague = record({ code: key('code', text()), name: key('name', text()) })

const Count = record({
  /** '' for complaints without a category. */
  id: key('id', text()),
  name: key('name', text()),
  /** The number of unanswered complaints. */
  open: key('open', text()),
  total: key('total', text()),
})
/** Filters for complaints without a category. */
export const NO_CATEGORY = '-'

/**
 * The inbox of the office: complaints and requests for customer service. Finance and the dormitory
 * office read only entries assigned to them or to their role. Every change of an entry sends the
 * version that was read as `If-Match`.
 */
export const supportInbox = {
  /** The entries, open ones first, the oldest of them at the top. */
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
      /** A name, a number, or a part of the content. */
      find: key('find', text(v.maxLength(100))),
      after: key('after', text(v.maxLength(100))),
    }),
    output: record({ entries: key('data', list(Entry)), next: key('next', text()) }),
    rule: codeZero,
  }),
  /** The number of complaints by category, in the office's order. */
  categories: defineRead({
    path: '/api/manage/inbox/categories',
    who: READERS,
    offline: 'online-only',
    input: record({}),
    output: record({ categories: key('data', list(Count)) }),
    rule: codeZero,
  }),
  /** The ETag of the response is sent with every change. */
  find: defineRead({
    path: '/api/manage/inbox/find',
    who: READERS,
    offline: 'online-only',
    input: record({ id: key('id', id) }),
    output: record({ entry: key('data', Whole) }),
    rule: codeZero,
  }),
  /** The staff members to whom an entry can be assigned. */
  colleagues: defineRead({
    path: '/api/manage/inbox/colleagues',
    who: GIVERS,
    offline: 'online-only',
    input: record({}),
    output: record({ colleagues: key('data', list(Colleague)) }),
    rule: codeZero,
  }),
  /** Assigns an entry to a person or to a role; with neither, the assignment is removed. */
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
  /** Closes an answered entry; its author is told until when it can be reopened. */
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
  /** A picture of a complaint that the caller may read. */
  picture: defineFile({
    path: '/api/manage/inbox/picture',
    who: READERS,
    parameter: 'key',
  }),
}
