import {
  HttpStatusError,
  NoAccessTokenError,
  sendingCodeOf,
} from '../../platform/host/messaging-api.ts'
import { answerOfError } from '../../platform/service-answer.ts'
import type { ChannelResult } from './channel.ts'

const DAILY_LIMIT = 45_009
const HOUR_SECONDS = 3600
const MINUTE_SECONDS = 60
/** How long an account that was refused a token is left alone. */
const REFUSED_SECONDS = 600
/** The codes of a busy service and of the limit of a minute. */
const BUSY_CODES = new Set([-1, 45_011, 45_033])
/** The codes of a token that is renewed; if it still fails, the account's settings are wrong. */
const TOKEN_CODES = new Set([40_001, 40_014, 42_001])
/** No request was sent, so a repetition cannot be a second message. */
const NOT_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'])

/**
 * Classifies the answer of WeChat or WeCom. `unreachable`: the codes that say that this person cannot be
 * reached.
 */
export function classifyReply(said: unknown, unreachable: ReadonlySet<number>): ChannelResult {
  const errcode = sendingCodeOf(said)
  const code = String(errcode)
  if (errcode === 0) return { type: 'sent' }
  if (unreachable.has(errcode)) return { type: 'unreachable', code }
  if (errcode === DAILY_LIMIT) return { type: 'limited', code, seconds: HOUR_SECONDS }
  if (BUSY_CODES.has(errcode)) return { type: 'later', code, seconds: MINUTE_SECONDS }
  if (TOKEN_CODES.has(errcode)) return { type: 'later', code }
  return { type: 'refused', code }
}

/** Classifies a request that was not answered, or not in the documented form. */
export function classifyError(error: unknown): ChannelResult {
  if (error instanceof NoAccessTokenError) return classifyMissingToken(error)
  if (error instanceof HttpStatusError) {
    const { status, message } = error
    if (status === 408 || status >= 500) return { type: 'unknown', code: message }
    return { type: status === 429 ? 'later' : 'refused', code: message }
  }
  const { code } = answerOfError(error)
  return { type: NOT_SENT.has(code) ? 'later' : 'unknown', code }
}

// Nothing was sent. An account that gets no token, for example for a wrong secret, is left alone for a
// while, since every message would ask again.
function classifyMissingToken({ code }: NoAccessTokenError): ChannelResult {
  const errcode = Number(code)
  if (Number.isNaN(errcode) || BUSY_CODES.has(errcode)) return { type: 'later', code }
  return {
    type: 'limited',
    code,
    seconds: errcode === DAILY_LIMIT ? HOUR_SECONDS : REFUSED_SECONDS,
  }
}
