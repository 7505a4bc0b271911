import * as v from 'valibot'
import type { Db } from '../database/db.ts'
import { answerOfError, type ServiceAnswer } from '../service-answer.ts'
import type { MessagingAppSendResult } from './host.ts'
import {
  deleteMessagingAppTicket,
  getMessagingAppTicket,
  type MessagingAppTicket,
} from './tickets.ts'

const TIMEOUT_MS = 4000

const Token = v.object({ access_token: v.pipe(v.string(), v.nonEmpty()), expires_in: v.number() })
const Ticket = v.object({ ticket: v.pipe(v.string(), v.nonEmpty()), expires_in: v.number() })
const SendingReply = v.object({ errcode: v.number() })
const StatusReply = v.object({ errcode: v.optional(v.number(), 0) })

/** A request to a messaging app: a POST of `body` as JSON, or a GET without one. */
export interface MessagingApiRequest {
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly body?: object
}

/** The parameters of the API of one account. */
export interface MessagingApiParams {
  readonly apiUrl: string
  /** The account, by which its tokens are stored. */
  readonly account: string
  /** The request for an access token. */
  readonly token: MessagingApiRequest
  /** The error codes of a token that was invalidated before its expiry. */
  readonly endedTokenCodes: readonly number[]
}

/** The API of an account of a messaging app. WeChat, WeCom and DingTalk answer in the same shape. */
export interface MessagingApi {
  /** Sends a request without an access token. Throws if there is no answer. */
  readonly request: (request: MessagingApiRequest) => Promise<unknown>
  /** Sends a request with an access token, which is renewed if it has ended. Throws if there is no answer. */
  readonly requestWithToken: (db: Db, request: MessagingApiRequest, now: Date) => Promise<unknown>
  /** Finds the ticket that signs pages; undefined if the messaging app cannot be reached. */
  readonly findTicket: (
    db: Db,
    request: MessagingApiRequest,
    now: Date,
  ) => Promise<string | undefined>
  /** Tries the account's secret. */
  readonly check: () => Promise<ServiceAnswer>
  /** Sends a message: `declined` if the answer has an error code. */
  readonly send: (
    db: Db,
    request: MessagingApiRequest,
    now: Date,
  ) => Promise<MessagingAppSendResult>
}

// The error code of an answer; 0 for none. Throws if the answer has another shape.
const errorCodeOf = (said: unknown): number => v.parse(StatusReply, said).errcode

/** The code of an answer to a message; 0 if it was taken. Throws if the answer has none. */
export const sendingCodeOf = (said: unknown): number => v.parse(SendingReply, said).errcode

/** The messaging app, or something before it, has answered with an HTTP status of a failure. */
export class HttpStatusError extends Error {
  readonly status: number
  constructor(status: number) {
    super(`HTTP ${status}`)
    this.status = status
  }
}

/** There is no access token, so nothing was sent. `code`: what the messaging app said. */
export class NoAccessTokenError extends Error {
  readonly code: string
  constructor(code: string) {
    super(`no access token: ${code}`)
    this.code = code
  }
}

/** Creates the client of one account's API. */
export function createMessagingApi({
  apiUrl,
  account,
  token: tokenRequest,
  endedTokenCodes,
}: MessagingApiParams): MessagingApi {
  const tokenName = `access token ${account}`

  const request = async ({ path, query = {}, body }: MessagingApiRequest): Promise<unknown> => {
    const url = new URL(path, apiUrl)
    url.search = new URLSearchParams(query).toString()
    const sent = body && {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const response = await fetch(url, { ...sent, signal, redirect: 'error' })
    if (!response.ok) throw new HttpStatusError(response.status)
    return response.json()
  }

  const requestToken = async (): Promise<MessagingAppTicket> => {
    const said = await request(tokenRequest).catch((error: unknown) => {
      if (!isUnavailable(error)) throw error
      const { code } = answerOfError(error)
      throw new NoAccessTokenError(error instanceof HttpStatusError ? error.message : code)
    })
    if (v.is(Token, said)) return { value: said.access_token, seconds: said.expires_in }
    const { success, output } = v.safeParse(StatusReply, said)
    throw new NoAccessTokenError(success ? String(output.errcode) : 'NO_ANSWER')
  }

  const findToken = (db: Db, now: Date) =>
    getMessagingAppTicket(db, { name: tokenName, now, ask: requestToken })

  const requestWithToken = async (db: Db, wanted: MessagingApiRequest, now: Date) => {
    const ask = (access_token: string) =>
      request({ ...wanted, query: { access_token, ...wanted.query } })
    const value = await findToken(db, now)
    const said = await ask(value)
    if (!endedTokenCodes.includes(errorCodeOf(said))) return said
    await deleteMessagingAppTicket(db, { name: tokenName, value })
    return ask(await findToken(db, now))
  }

  return {
    request,
    requestWithToken,
    findTicket: async (db, wanted, now) => {
      const ask = async () => {
        const { ticket, expires_in } = v.parse(Ticket, await requestWithToken(db, wanted, now))
        return { value: ticket, seconds: expires_in }
      }
      try {
        return await getMessagingAppTicket(db, { name: `script ticket ${account}`, now, ask })
      } catch (error) {
        return fallbackIfUnavailable(error, undefined)
      }
    },
    check: () =>
      requestToken().then(
        () => ({ ok: true, code: '0' }),
        (error: unknown) =>
          error instanceof NoAccessTokenError
            ? { ok: false, code: error.code }
            : answerOfError(error),
      ),
    send: async (db, wanted, now) => {
      try {
        return sendingCodeOf(await requestWithToken(db, wanted, now)) === 0 ? 'sent' : 'declined'
      } catch (error) {
        return fallbackIfUnavailable(error, 'unavailable')
      }
    },
  }
}

// Returns the fallback for errors of the messaging app; a database error fails the request.
function fallbackIfUnavailable<T>(error: unknown, fallback: T): T {
  if (isUnavailable(error)) return fallback
  throw error
}

const isUnavailable = (error: unknown): boolean =>
  error instanceof NoAccessTokenError ||
  error instanceof HttpStatusError ||
  error instanceof v.ValiError ||
  error instanceof TypeError ||
  error instanceof SyntaxError ||
  (error instanceof DOMException && error.name === 'TimeoutError')
