import * as v from 'valibot'
import type { Db } from '../database/db.ts'
import { answerOfError } from '../service-answer.ts'
import type { MessagingAppSettings } from '../settings/settings.ts'
import type { MessagingHost, MessagingAppSendResult } from './host.ts'
import { deleteMessagingAppTicket, getMessagingAppTicket } from './tickets.ts'

type WechatSettings = Extract<MessagingAppSettings, { type: 'wechat' }>

const Token = v.object({ access_token: v.pipe(v.string(), v.nonEmpty()), expires_in: v.number() })
const Ticket = v.object({ ticket: v.pipe(v.string(), v.nonEmpty()), expires_in: v.number() })
const StatusReply = v.object({ errcode: v.optional(v.number(), 0) })

// The error codes of a token that was invalidated before its expiry, because the account's secret
// was changed or another program requested a new token.
const ENDED_TOKEN_CODES = new Set([40_001, 40_014, 42_001])

/**
 * Creates the client for the school's WeChat account: the ticket that signs pages, and customer
 * service messages.
 */
export function createWechatService(
  settings: WechatSettings,
): Pick<MessagingHost, 'findTicket' | 'check' | 'sendMessage'> {
  const accessToken = `access token ${settings.appId}`
  const asked = async (
    path: string,
    query: Record<string, string>,
    body?: object,
  ): Promise<unknown> => {
    const url = new URL(path, settings.apiUrl)
    url.search = new URLSearchParams(query).toString()
    const sent = body && {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }
    const response = await fetch(url, {
      ...sent,
      signal: AbortSignal.timeout(4000),
      redirect: 'error',
    })
    return response.json()
  }

  const askToken = () =>
    asked(
      '/cgi-bin/stable_token',
      {},
      { grant_type: 'client_credential', appid: settings.appId, secret: settings.appSecret },
    )

  // The "stable" access token is used: requesting it does not invalidate the token that other
  // processes use.
  const token = (db: Db, now: Date) =>
    getMessagingAppTicket(db, {
      name: accessToken,
      now,
      ask: async () => {
        const { access_token, expires_in } = v.parse(Token, await askToken())
        return { value: access_token, seconds: expires_in }
      },
    })

  const withToken = async (
    db: Db,
    now: Date,
    ask: (access: { access_token: string }) => Promise<unknown>,
  ): Promise<unknown> => {
    const value = await token(db, now)
    const said = await ask({ access_token: value })
    if (!ENDED_TOKEN_CODES.has(v.parse(StatusReply, said).errcode)) return said
    await deleteMessagingAppTicket(db, { name: accessToken, value })
    return ask({ access_token: await token(db, now) })
  }

  return {
    findTicket: async (db, now) => {
      try {
        const ask = async () => {
          const said = await withToken(db, now, (access) =>
            asked('/cgi-bin/ticket/getticket', { ...access, type: 'jsapi' }),
          )
          const { ticket, expires_in } = v.parse(Ticket, said)
          return { value: ticket, seconds: expires_in }
        }
        return await getMessagingAppTicket(db, {
          name: `script ticket ${settings.appId}`,
          now,
          ask,
        })
      } catch (error) {
        return fallbackIfUnavailable(error, undefined)
      }
    },
    check: async () => {
      try {
        const said = await askToken()
        const { errcode } = v.parse(StatusReply, said)
        return { ok: v.is(Token, said), code: String(errcode) }
      } catch (error) {
        return answerOfError(error)
      }
    },
    sendMessage: async (db, { openId, text, now }): Promise<MessagingAppSendResult> => {
      try {
        const message = { touser: openId, msgtype: 'text', text: { content: text } }
        const said = await withToken(db, now, (access) =>
          asked('/cgi-bin/message/custom/send', access, message),
        )
        // WeChat refuses messages, for example to people who have not written to the account for
        // two days.
        return v.parse(StatusReply, said).errcode === 0 ? 'sent' : 'declined'
      } catch (error) {
        return fallbackIfUnavailable(error, 'unavailable')
      }
    },
  }
}

// Returns the fallback for errors of the messaging app; a database error fails the request.
function fallbackIfUnavailable<T>(error: unknown, fallback: T): T {
  const isUnavailable =
    error instanceof v.ValiError || error instanceof TypeError || error instanceof SyntaxError
  if (isUnavailable || (error instanceof DOMException && error.name === 'TimeoutError'))
    return fallback
  throw error
}
