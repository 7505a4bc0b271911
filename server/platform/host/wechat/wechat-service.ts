import type { MessagingAppSettings } from '../../settings/settings.ts'
import type { MessagingHost } from '../host.ts'
import { createMessagingApi } from '../messaging-api.ts'

// 40001 and 40014: the token is invalid, because the account's secret was changed or another program
// requested a new token; 42001: it has expired.
const ENDED_TOKEN_CODES = [40_001, 40_014, 42_001]

/** The frames in which WeChat draws its tags, as its documentation names them for a page's policy. */
export const WECHAT_TAG_FRAMES = 'https://*.qq.com webcompt:'

/** The settings of the school's WeChat account. */
export type WechatSettings = Extract<MessagingAppSettings, { type: 'wechat' }>

/** The API of the school's WeChat account. */
export const createWechatApi = ({ appId, appSecret, apiUrl }: WechatSettings) =>
  createMessagingApi({
    apiUrl,
    account: appId,
    // The "stable" access token is used: requesting it does not invalidate the token that other
    // processes use.
    token: {
      path: '/cgi-bin/stable_token',
      body: { grant_type: 'client_credential', appid: appId, secret: appSecret },
    },
    endedTokenCodes: ENDED_TOKEN_CODES,
  })

/**
 * Creates the client for the school's WeChat account: the ticket that signs pages, and customer
 * service messages.
 */
export function createWechatService(
  settings: WechatSettings,
): Pick<MessagingHost, 'findTicket' | 'check' | 'sendMessage'> {
  const api = createWechatApi(settings)
  return {
    findTicket: (db, now) =>
      api.findTicket(db, { path: '/cgi-bin/ticket/getticket', query: { type: 'jsapi' } }, now),
    check: api.check,
    // WeChat refuses messages, for example to people who have not written to the account for two
    // days.
    sendMessage: (db, { openId, text, now }) =>
      api.send(
        db,
        {
          path: '/cgi-bin/message/custom/send',
          body: { touser: openId, msgtype: 'text', text: { content: text } },
        },
        now,
      ),
  }
}
