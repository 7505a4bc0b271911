import * as v from 'valibot'
import { commonTexts } from '../i18n/common.ts'
import { supportInboxTexts } from '../i18n/support-inbox.ts'
import { validationMessage } from '../i18n/translate.ts'
import { defineFile, defineRead, defineWrite } from './call.ts'
import {
  booleanCodec,
  requiredKey,
  listCodec,
  recordCodec,
  textCodec,
  type CodecValue,
} from './codec.ts'
import { choiceField, longTextField } from './fields.ts'
import { oneOfCodec, pageOf, textKeys } from './record-keys.ts'
import { OFFICE_ROLES } from './roles.ts'
import { COMPLAINT_STATES, complaintState } from './support.ts'

/** The roles that read the inbox: all entries, or those assigned to the person or their role. */
const READERS = OFFICE_ROLES
const GIVERS = ['administrator', 'admissions'] as const

/** The longest answer, characters. */
export const MAX_ANSWER_LENGTH = 1000

const id = textCodec(
  v.regex(/^(complaint|service)-\d{1,9}$/, validationMessage(commonTexts.badField)),
)

const entry = {
  id: textCodec(),
  /**
   * 'complaint' or 'service'. A complaint has content; a request for customer service has none at
   * first.
   */
  kind: choiceField(['complaint', 'service'], commonTexts.badField),
  content: textCodec(),
  /** China time, YYYY-MM-DD HH:mm. */
  writtenAt: textCodec(),
  /** The author's name, number and department, from the school's records. */
  ...textKeys('name', 'number', 'department'),
  /** The staff member to whom it is assigned; '' for nobody. */
  staff: textCodec(),
  staffName: textCodec(),
  /** The role to which it is assigned; '' for none. */
  role: choiceField(['', ...OFFICE_ROLES], commonTexts.badField),
  /** The name of its category; '' for none. */
  category: textCodec(),
  state: complaintState,
}
const Entry = recordCodec(entry)
/** A complaint, or a request for customer service. */
export type InboxEntry = CodecValue<typeof Entry>

/**
 * The events of an entry. 'unsolved' comes from the author of the entry, all others from the
 * office.
 */
export const INBOX_ACTIONS = ['answer', 'assign', 'close', 'reopen', 'unsolved'] as const
/** One of the events. */
export type InboxAction = (typeof INBOX_ACTIONS)[number]
const act = oneOfCodec(INBOX_ACTIONS)

const Event = recordCodec({
  id: textCodec(),
  act,
  /** The text of the event; '' if it has none. */
  content: textCodec(),
  /** China time, YYYY-MM-DD HH:mm. */
  at: textCodec(),
  /** The person who caused the event; '' for the author of the entry. */
  by: textCodec(),
  /**
   * The person or role to which the entry was assigned: a name; or '' as the name, and a role; or
   * '' for both.
   */
  to: textCodec(),
  toRole: choiceField(['', ...OFFICE_ROLES], commonTexts.badField),
})
/** An event in the history of an entry. */
export type InboxEvent = CodecValue<typeof Event>
/** An entry with its history, oldest first, and the keys of its pictures. */
const Whole = recordCodec({
  ...entry,
  history: listCodec(Event),
  pictures: listCodec(textCodec()),
})

const Reply = recordCodec({
  id,
  content: longTextField(supportInboxTexts.answerNeeded, MAX_ANSWER_LENGTH),
})
/** An answer to an entry. */
export type InboxReply = CodecValue<typeof Reply>
/** The rules of the answer's form. */
export const inboxReplySchema = Reply.schema

const Colleague = recordCodec({
  code: textCodec(),
  name: textCodec(),
})

const Count = recordCodec({
  /** The id of the category; '' for complaints without a category. */
  id: textCodec(),
  name: textCodec(),
  /** The number of unanswered complaints. */
  open: textCodec(),
  total: textCodec(),
})
/** Filters for complaints without a category. */
export const NO_CATEGORY_FILTER = '-'

/**
 * The inbox of the office: complaints and requests for customer service. Finance and the dormitory
 * office read only entries assigned to them or to their role. Every change of an entry sends the
 * version that was read as `If-Match`.
 */
export const supportInbox = {
  /** The entries. Open entries come first, the oldest of them at the top. */
  list: defineRead({
    path: '/api/manage/inbox/list',
    who: READERS,
    input: recordCodec({
      /** '' for all. */
      state: choiceField(['', ...COMPLAINT_STATES], commonTexts.badField),
      mine: booleanCodec,
      /** The id of a category, '' for all, or `NO_CATEGORY`. */
      category: textCodec(v.maxLength(100)),
      /** A name, a number, or a part of the content. */
      find: textCodec(v.maxLength(100)),
      after: textCodec(v.maxLength(100)),
    }),
    output: pageOf('entries', Entry),
  }),
  /** The number of complaints by category, in the office's order. */
  categories: defineRead({
    path: '/api/manage/inbox/categories',
    who: READERS,
    input: recordCodec({}),
    output: recordCodec({ categories: requiredKey('data', listCodec(Count)) }),
  }),
  /** Returns an entry. Every change of the entry sends the ETag of this response. */
  find: defineRead({
    path: '/api/manage/inbox/find',
    who: READERS,
    input: recordCodec({ id }),
    output: recordCodec({ entry: requiredKey('data', Whole) }),
  }),
  /** The staff members to whom an entry can be assigned. */
  colleagues: defineRead({
    path: '/api/manage/inbox/colleagues',
    who: GIVERS,
    input: recordCodec({}),
    output: recordCodec({ colleagues: requiredKey('data', listCodec(Colleague)) }),
  }),
  /** Assigns an entry to a person or to a role. A request with neither removes the assignment. */
  assign: defineWrite({
    path: '/api/manage/inbox/assign',
    who: GIVERS,
    input: recordCodec({
      id,
      staff: textCodec(v.maxLength(100)),
      role: choiceField(['', ...OFFICE_ROLES], commonTexts.badField),
    }),
  }),
  answer: defineWrite({
    path: '/api/manage/inbox/answer',
    who: READERS,
    input: Reply,
  }),
  /** Closes an answered entry. Its author is told until when the entry can be reopened. */
  close: defineWrite({
    path: '/api/manage/inbox/close',
    who: READERS,
    input: recordCodec({ id }),
  }),
  reopen: defineWrite({
    path: '/api/manage/inbox/reopen',
    who: READERS,
    input: recordCodec({ id }),
  }),
  /** A picture of a complaint that the caller is allowed to read. */
  picture: defineFile({
    path: '/api/manage/inbox/picture',
    who: READERS,
    parameter: 'key',
  }),
}
