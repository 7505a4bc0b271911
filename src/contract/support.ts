import * as v from 'valibot'
import { commonTexts } from '../i18n/common.ts'
import { validationMessage } from '../i18n/translate.ts'
import { defineRead, defineWrite } from './call.ts'
import {
  booleanCodec,
  requiredKey,
  lazyCodec,
  listCodec,
  optionalKey,
  recordCodec,
  textCodec,
  encodeUnchanged,
  type CodecValue,
} from './codec.ts'
import { longTextField } from './fields.ts'
import { oneOfCodec } from './record-keys.ts'
import { acceptAnyAnswer, acceptIfKeyEquals } from './rules.ts'

/** The rules of a complaint: required, at most 500 characters (D-99). */
export const complaintSchema = v.object({
  content: longTextField(commonTexts.required).schema,
  /** '' for none. */
  category: v.string(),
})
/** The rules for reopening an answered or closed complaint. */
export const complaintReopeningSchema = v.object({
  content: longTextField(commonTexts.required).schema,
})

/** The largest number of pictures of a complaint. */
export const MAX_COMPLAINT_PICTURES = 3

/** The states of a complaint. */
export const COMPLAINT_STATES = ['open', 'answered', 'closed'] as const
/** One of the states. */
export type ComplaintState = (typeof COMPLAINT_STATES)[number]

/** The codec of a state. */
export const complaintState = oneOfCodec(COMPLAINT_STATES)

const Complaint = recordCodec({
  id: textCodec(),
  content: textCodec(),
  /** China time, YYYY-MM-DD HH:mm. */
  writtenAt: requiredKey('createTime', textCodec()),
  answered: booleanCodec,
  answers: listCodec(
    recordCodec({
      id: textCodec(),
      content: textCodec(),
      answeredAt: requiredKey('answerTime', textCodec()),
      /**
       * True if this text is not an answer of the office, but the report of the complaint's author
       * that the complaint is not solved.
       */
      own: optionalKey('own', booleanCodec),
    }),
  ),
  /** The name of its category. */
  category: optionalKey('category', textCodec()),
  /** The keys of its pictures. */
  pictures: optionalKey('pictures', listCodec(textCodec())),
  state: optionalKey('state', complaintState),
  /** Until when it can be reopened, China time, YYYY-MM-DD HH:mm; '' if it cannot. */
  reopenUntil: optionalKey('reopenUntil', textCodec()),
})
/** The caller's own complaint with its answers. */
export type Complaint = CodecValue<typeof Complaint>

const Category = recordCodec({
  id: textCodec(),
  name: textCodec(),
})

const pictures = lazyCodec<string[]>({
  decode: () =>
    v.pipe(
      listCodec(textCodec()).decode,
      v.maxLength(MAX_COMPLAINT_PICTURES, validationMessage(commonTexts.badField)),
    ),
  encode: encodeUnchanged,
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
    maxImages: MAX_COMPLAINT_PICTURES,
    who: 'bound',
    input: recordCodec({
      student: optionalKey('stuCode', textCodec()),
      staff: optionalKey('userCode', textCodec()),
      content: longTextField(commonTexts.required),
      /** The id of one of `categories`. This key and `pictures` are our backend's own. */
      category: optionalKey('category', textCodec(v.maxLength(100))),
      /** Raw base64 of JPEG or PNG, without the `data:` prefix; for students only. */
      pictures: optionalKey('pictures', pictures),
    }),
  }),
  /** The categories of complaints, in the office's order; empty if the office has defined none. */
  categories: defineRead({
    path: '/api/advice/categories',
    who: 'bound',
    offline: 'cached',
    input: recordCodec({}),
    output: recordCodec({ categories: requiredKey('data', listCodec(Category)) }),
  }),
  /** Reopens the caller's own answered or closed complaint, because it is not solved. */
  reopen: defineWrite({
    path: '/api/advice/reopen',
    who: 'bound',
    input: recordCodec({
      student: optionalKey('stuCode', textCodec()),
      staff: optionalKey('userCode', textCodec()),
      id: textCodec(v.maxLength(100)),
      content: longTextField(commonTexts.required),
    }),
  }),
  /**
   * The caller's own complaints, newest first. They are cached, so that answers can be read
   * offline. Only our backend has this call.
   */
  complaints: defineRead({
    path: '/api/advice/findOwn',
    who: 'bound',
    offline: 'cached',
    input: recordCodec({
      student: optionalKey('stuCode', textCodec()),
      staff: optionalKey('userCode', textCodec()),
    }),
    output: recordCodec({ complaints: requiredKey('data', listCodec(Complaint)) }),
  }),
  /**
   * Asks customer service to contact the caller in the messaging app. The app then closes its
   * window (CMP-03).
   */
  callService: defineWrite({
    path: '/api/binding/kfSendMsg',
    ownsTransactions: true,
    who: 'bound',
    input: recordCodec({
      student: optionalKey('stuCode', textCodec()),
      staff: optionalKey('userCode', textCodec()),
    }),
    rule: acceptAnyAnswer,
  }),
  /**
   * Signs a page for the messaging app's script. The page is given by its URL without the fragment
   * (D-102).
   */
  signature: defineWrite({
    path: '/getPayParam',
    ownsTransactions: true,
    root: 'provider',
    who: 'bound',
    input: recordCodec({
      app: requiredKey('appid', textCodec()),
      address: requiredKey('url', textCodec(v.url(validationMessage(commonTexts.badField)))),
    }),
    output: recordCodec({
      signed: requiredKey(
        'result',
        recordCodec({
          app: requiredKey('appId', textCodec()),
          timestamp: textCodec(),
          nonce: requiredKey('nonceStr', textCodec()),
          signature: textCodec(),
        }),
      ),
    }),
    rule: {
      ...acceptIfKeyEquals({ key: 'code', good: '0', bad: '-1' }),
      isSuccess: (body) => signedIn(body),
      isRefusal: (body) => !signedIn(body),
    },
  }),
  /**
   * A short-lived ticket for the messaging app's script. Other clients use it in place of a
   * signature (SCN-11, D-102).
   */
  ticket: defineWrite({
    path: '/api/wx/getTicket',
    ownsTransactions: true,
    who: 'bound',
    input: recordCodec({}),
    output: recordCodec({ ticket: requiredKey('data', textCodec()) }),
    rule: { ...acceptAnyAnswer, refusal: (message) => ({ code: '-1', msg: message }) },
  }),
}

const signedIn = (body: unknown): boolean => v.is(v.object({ result: v.looseObject({}) }), body)
