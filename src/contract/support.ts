import * as v from 'valibot'
import { commonTexts } from '../i18n/common.ts'
import { validationMessage } from '../i18n/translate.ts'
import { defineRead, defineWrite } from './call.ts'
import {
  flag,
  key,
  lazyCodec,
  list,
  optionalKey,
  record,
  text,
  passThrough,
  type CodecValue,
} from './codec.ts'
import { prose } from './fields.ts'
import { anyAnswerRule, codeZero, keyValueRule } from './rules.ts'

/** The rules of a complaint: required, at most 500 characters (D-99). */
export const complaintSchema = v.object({
  content: prose(commonTexts.required).schema,
  /** '' for none. */
  category: v.string(),
})
/** The rules for reopening an answered or closed complaint. */
export const reopeningSchema = v.object({ content: prose(commonTexts.required).schema })

/** The largest number of pictures of a complaint. */
export const PICTURES_AT_MOST = 3

/** The states of a complaint. */
export const COMPLAINT_STATES = ['open', 'answered', 'closed'] as const
/** One of the states. */
export type ComplaintState = (typeof COMPLAINT_STATES)[number]

/** The codec of a state. */
export const complaintState = lazyCodec<ComplaintState>({
  decode: () => v.picklist(COMPLAINT_STATES),
  encode: passThrough,
})

const Complaint = record({
  id: key('id', text()),
  content: key('content', text()),
  /** China time, YYYY-MM-DD HH:mm. */
  writtenAt: key('createTime', text()),
  answered: key('answered', flag),
  answers: key(
    'answers',
    list(
      record({
        id: key('id', text()),
        content: key('content', text()),
        answeredAt: key('answerTime', text()),
        /** Written by the author of the complaint, to say that it is not solved. */
        own: optionalKey('own', flag),
      }),
    ),
  ),
  /** The name of its category. */
  category: optionalKey('category', text()),
  /** The keys of its pictures. */
  pictures: optionalKey('pictures', list(text())),
  state: optionalKey('state', complaintState),
  /** Until when it can be reopened, China time, YYYY-MM-DD HH:mm; '' if it cannot. */
  reopenUntil: optionalKey('reopenUntil', text()),
})
/** The caller's own complaint with its answers. */
export type Complaint = CodecValue<typeof Complaint>

const Category = record({ id: key('id', text()), name: key('name', text()) })

const pictures = lazyCodec<string[]>({
  decode: () =>
    v.pipe(
      list(text()).decode,
      v.maxLength(PICTURES_AT_MOST, validationMessage(commonTexts.badField)),
    ),
  encode: passThrough,
})

/**
 * Complaints, customer service, and the signature for the messaging app's script (CMP, SCN-11,
 * FEE-44).
 */
export const support = {
  /** Submits a complaint: required text, at most 500 characters (D-99). */
  complain: defineWrite({
    path: '/api/advice/insert',
    ownsTransactions: true,
    maxImages: PICTURES_AT_MOST,
    who: 'bound',
    input: record({
      student: optionalKey('stuCode', text()),
      staff: optionalKey('userCode', text()),
      content: key('content', prose(commonTexts.required)),
      /** The id of one of `categories`. This key and `pictures` are our backend's own. */
      category: optionalKey('category', text(v.maxLength(100))),
      /** Raw base64 of JPEG or PNG, without the `data:` prefix; for students only. */
      pictures: optionalKey('pictures', pictures),
    }),
    output: record({}),
    rule: codeZero,
  }),
  /** The categories of complaints, in the office's order; empty if the office has defined none. */
  categories: defineRead({
    path: '/api/advice/categories',
    who: 'bound',
    offline: 'cached',
    input: record({}),
    output: record({ categories: key('data', list(Category)) }),
    rule: codeZero,
  }),
  /** Reopens the caller's own answered or closed complaint, because it is not solved. */
  reopen: defineWrite({
    path: '/api/advice/reopen',
    who: 'bound',
    input: record({
      student: optionalKey('stuCode', text()),
      staff: optionalKey('userCode', text()),
      id: key('id', text(v.maxLength(100))),
      content: key('content', prose(commonTexts.required)),
    }),
    output: record({}),
    rule: codeZero,
  }),
  /**
   * The caller's own complaints, newest first; our backend's own call. Cached, so that answers can
   * be read offline.
   */
  complaints: defineRead({
    path: '/api/advice/findOwn',
    who: 'bound',
    offline: 'cached',
    input: record({
      student: optionalKey('stuCode', text()),
      staff: optionalKey('userCode', text()),
    }),
    output: record({ complaints: key('data', list(Complaint)) }),
    rule: codeZero,
  }),
  /**
   * Asks customer service to contact the caller in the messaging app; afterwards the app closes its
   * window (CMP-03).
   */
  callService: defineWrite({
    path: '/api/binding/kfSendMsg',
    ownsTransactions: true,
    who: 'bound',
    input: record({
      student: optionalKey('stuCode', text()),
      staff: optionalKey('userCode', text()),
    }),
    output: record({}),
    rule: anyAnswerRule,
  }),
  /** Signs the messaging app's script for a page, by its URL without the fragment (D-102). */
  signature: defineWrite({
    path: '/getPayParam',
    ownsTransactions: true,
    root: 'provider',
    who: 'bound',
    input: record({
      app: key('appid', text()),
      address: key('url', text(v.url(validationMessage(commonTexts.badField)))),
    }),
    output: record({
      signed: key(
        'result',
        record({
          app: key('appId', text()),
          timestamp: key('timestamp', text()),
          nonce: key('nonceStr', text()),
          signature: key('signature', text()),
        }),
      ),
    }),
    rule: {
      ...keyValueRule({ key: 'code', good: '0', bad: '-1' }),
      isSuccess: (body) => signedIn(body),
      isRefusal: (body) => !signedIn(body),
    },
  }),
  /** A short-lived ticket for the script: the older way, for other clients (SCN-11, D-102). */
  ticket: defineWrite({
    path: '/api/wx/getTicket',
    ownsTransactions: true,
    who: 'bound',
    input: record({}),
    output: record({ ticket: key('data', text()) }),
    rule: { ...anyAnswerRule, refusal: (message) => ({ code: '-1', msg: message }) },
  }),
}

const signedIn = (body: unknown): boolean => v.is(v.object({ result: v.looseObject({}) }), body)
