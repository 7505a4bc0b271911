import * as v from 'valibot'
import type { MessagingAppSettings } from '../../settings/settings.ts'
import type { CodeExchangeResult, MessagingHost } from '../host.ts'
import { createMessagingApi } from '../messaging-api.ts'

/** The settings of a WeCom organization and its app. */
export type WecomSettings = Extract<MessagingAppSettings, { type: 'wecom' }>

// A person outside the organization has an openid instead of a userid.
const Identity = v.object({
  errcode: v.optional(v.number(), 0),
  userid: v.optional(v.string(), ''),
})
const Member = v.object({ name: v.optional(v.string(), '') })

// 40014: the token is invalid; 42001: it has expired; 40001: the secret was changed.
const ENDED_TOKEN_CODES = [40_001, 40_014, 42_001]
// The code is invalid, was used, or has expired.
const BAD_CODES = [40_029, 42_003]

/** The API of the organization's app. */
export const createWecomApi = ({ corpId, secret, apiUrl }: WecomSettings) =>
  createMessagingApi({
    apiUrl,
    // Each app of an organization has its own token, and this server knows one app.
    account: `wecom ${corpId}`,
    token: { path: '/cgi-bin/gettoken', query: { corpid: corpId, corpsecret: secret } },
    endedTokenCodes: ENDED_TOKEN_CODES,
  })

/** The openId of a member, as the database stores it. */
const MEMBER_PREFIX = 'wecom:'

/** The userid in the openId of a member; undefined for other accounts. */
export const readWecomUserId = (openId: string): string | undefined =>
  openId.startsWith(MEMBER_PREFIX) ? openId.slice(MEMBER_PREFIX.length) : undefined

/**
 * Creates the client of WeCom (企业微信). A code of its authorisation page is exchanged for the
 * member, whose name is added if the app may read it. People outside the organization are refused,
 * since messages cannot reach them.
 */
export function createWecomHost(settings: WecomSettings): MessagingHost {
  const { corpId, agentId, authorizeUrl } = settings
  const api = createWecomApi(settings)
  return {
    type: 'wecom',
    appId: corpId,
    authorizeUrl,
    ownsAccount: (openId) => readWecomUserId(openId) !== undefined,
    // WeCom gives pictures of members only to apps that the member has permitted; none is asked for.
    fetchPicture: async () => undefined,
    exchangeCode: async (db, code, now): Promise<CodeExchangeResult> => {
      try {
        const found = v.parse(
          Identity,
          await api.requestWithToken(
            db,
            { path: '/cgi-bin/auth/getuserinfo', query: { code } },
            now,
          ),
        )
        if (BAD_CODES.includes(found.errcode)) return { type: 'bad-code' }
        if (found.errcode !== 0) return { type: 'unavailable' }
        const { userid } = found
        if (userid === '') return { type: 'bad-code' }
        const member = v.safeParse(
          Member,
          await api.requestWithToken(db, { path: '/cgi-bin/user/get', query: { userid } }, now),
        )
        return {
          type: 'person',
          openId: MEMBER_PREFIX + userid,
          nickname: member.success ? member.output.name : '',
          avatar: '',
        }
      } catch {
        return { type: 'unavailable' }
      }
    },
    findTicket: (db, now) => api.findTicket(db, { path: '/cgi-bin/get_jsapi_ticket' }, now),
    check: api.check,
    sendMessage: async (db, { openId, text, now }) => {
      const body = {
        touser: readWecomUserId(openId) ?? '',
        agentid: Number(agentId),
        msgtype: 'text',
        text: { content: text },
      }
      return api.send(db, { path: '/cgi-bin/message/send', body }, now)
    },
  }
}
