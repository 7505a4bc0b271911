import * as v from 'valibot'
import { commonWords } from '../words/common.ts'
import { say } from '../words/say.ts'
import { read, write } from './call.ts'
import { flag, key, list, maybeKey, record, text, type Value } from './codec.ts'
import { prose } from './fields.ts'
import { answered, codeZero, marker } from './rules.ts'

/** The rules of a complaint: required, at most 500 characters (D-99). */
export const complaintSchema = v.object({ content: prose(commonWords.required).schema })

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
      }),
    ),
  ),
})
/** A complaint of one's own, and what was answered. */
export type Complaint = Value<typeof Complaint>

/**
 * Complaints, customer service, and the signature for the messaging app's script (CMP, SCN-11,
 * FEE-44).
 */
export const support = {
  /** Required, at most 500 characters (D-99). */
  complain: write({
    path: '/api/advice/insert',
    apart: true,
    who: 'bound',
    input: record({
      student: maybeKey('stuCode', text()),
      staff: maybeKey('userCode', text()),
      content: key('content', prose(commonWords.required)),
    }),
    output: record({}),
    rule: codeZero,
  }),
  /** One's own, newest first; our backend's own. It is kept: an answer may be read in a tunnel. */
  complaints: read({
    path: '/api/advice/findOwn',
    who: 'bound',
    offline: 'kept',
    input: record({ student: maybeKey('stuCode', text()), staff: maybeKey('userCode', text()) }),
    output: record({ complaints: key('data', list(Complaint)) }),
    rule: codeZero,
  }),
  /** Ask customer service to write in the messaging app; then its window closes (CMP-03). */
  callService: write({
    path: '/api/binding/kfSendMsg',
    apart: true,
    who: 'bound',
    input: record({ student: maybeKey('stuCode', text()), staff: maybeKey('userCode', text()) }),
    output: record({}),
    rule: answered,
  }),
  /** A signature for the page that asks, by its address without the hash part (D-102). */
  signature: write({
    path: '/getPayParam',
    apart: true,
    root: 'provider',
    who: 'bound',
    input: record({
      app: key('appid', text()),
      address: key('url', text(v.url(say(commonWords.badField)))),
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
      ...marker({ key: 'code', good: '0', bad: '-1' }),
      holds: (body) => signedIn(body),
      refuses: (body) => !signedIn(body),
    },
  }),
  /** The older way, for other clients: a short-lived ticket (SCN-11, D-102). */
  ticket: write({
    path: '/api/wx/getTicket',
    apart: true,
    who: 'bound',
    input: record({}),
    output: record({ ticket: key('data', text()) }),
    rule: { ...answered, refusal: (message) => ({ code: '-1', msg: message }) },
  }),
}

const signedIn = (body: unknown): boolean => v.is(v.object({ result: v.looseObject({}) }), body)
