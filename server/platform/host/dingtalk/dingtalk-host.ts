import * as v from 'valibot'
import type { MessagingAppSettings } from '../../settings/settings.ts'
import type { CodeExchangeResult, MessagingHost } from '../host.ts'
import { createMessagingApi } from '../messaging-api.ts'

/** The settings of a DingTalk organization and its app. */
export type DingtalkSettings = Extract<MessagingAppSettings, { type: 'dingtalk' }>

const Answer = v.object({
  errcode: v.number(),
  result: v.optional(
    v.object({ userid: v.pipe(v.string(), v.nonEmpty()), name: v.optional(v.string(), '') }),
  ),
})

// 40014: the token is invalid; 42001: it has expired; 88: the gateway refuses the token.
const ENDED_TOKEN_CODES = [88, 40_014, 42_001]
// The code is invalid, was used, or has expired.
const BAD_CODES = [40_078, 40_029]

const MEMBER_PREFIX = 'dingtalk:'

/** The userid in the openId of a member; undefined for other accounts. */
const readDingtalkUserId = (openId: string): string | undefined =>
  openId.startsWith(MEMBER_PREFIX) ? openId.slice(MEMBER_PREFIX.length) : undefined

/**
 * Creates the client of DingTalk (钉钉). Its script gives the page a code, which is exchanged for the
 * member. Pages need no signature, because scanning and the code need none.
 */
export function createDingtalkHost(settings: DingtalkSettings): MessagingHost {
  const { corpId, clientId, clientSecret, agentId, apiUrl } = settings
  const api = createMessagingApi({
    apiUrl,
    account: `dingtalk ${corpId}`,
    token: { path: '/gettoken', query: { appkey: clientId, appsecret: clientSecret } },
    endedTokenCodes: ENDED_TOKEN_CODES,
  })
  return {
    type: 'dingtalk',
    appId: corpId,
    authorizeUrl: '',
    ownsAccount: (openId) => readDingtalkUserId(openId) !== undefined,
    fetchPicture: async () => undefined,
    exchangeCode: async (db, code, now): Promise<CodeExchangeResult> => {
      try {
        const { errcode, result } = v.parse(
          Answer,
          await api.requestWithToken(
            db,
            { path: '/topapi/v2/user/getuserinfo', body: { code } },
            now,
          ),
        )
        if (BAD_CODES.includes(errcode)) return { type: 'bad-code' }
        if (errcode !== 0 || result === undefined) return { type: 'unavailable' }
        const { userid, name } = result
        return { type: 'person', openId: MEMBER_PREFIX + userid, nickname: name, avatar: '' }
      } catch {
        return { type: 'unavailable' }
      }
    },
    findTicket: (db, now) => api.findTicket(db, { path: '/get_jsapi_ticket' }, now),
    check: api.check,
    sendMessage: (db, { openId, text, now }) =>
      api.send(
        db,
        {
          path: '/topapi/message/corpconversation/asyncsend_v2',
          body: {
            agent_id: Number(agentId),
            userid_list: readDingtalkUserId(openId) ?? '',
            msg: { msgtype: 'text', text: { content: text } },
          },
        },
        now,
      ),
  }
}
