import * as v from 'valibot'
import { allowedPictureUrl, fetchPicture } from '../../pictures/remote-picture.ts'
import type { MessagingAppSettings } from '../../settings/settings.ts'
import type { CodeExchangeResult, MessagingHost } from '../host.ts'
import { createWechatService } from './wechat-service.ts'

const TokenAnswer = v.object({
  access_token: v.string(),
  openid: v.pipe(v.string(), v.nonEmpty()),
  is_snapshotuser: v.optional(v.number(), 0),
  scope: v.optional(v.string(), 'snsapi_userinfo'),
})
const UserAnswer = v.object({
  nickname: v.optional(v.string(), ''),
  headimgurl: v.optional(v.string(), ''),
})

/**
 * Creates the client of WeChat. The server itself exchanges the code for the identity, so that a
 * client cannot claim another identity (security 2).
 */
export function createWechatHost(
  settings: Extract<MessagingAppSettings, { type: 'wechat' }>,
): MessagingHost {
  const get = async (path: string, query: Record<string, string>): Promise<unknown> => {
    const url = new URL(path, settings.apiUrl)
    url.search = new URLSearchParams(query).toString()
    const response = await fetch(url, { signal: AbortSignal.timeout(5000), redirect: 'error' })
    return response.json()
  }
  return {
    type: 'wechat',
    appId: settings.appId,
    authorizeUrl: settings.authorizeUrl,
    // An openId of WeChat contains no colon, unlike the accounts of the other messaging apps.
    ownsAccount: (openId) => !openId.includes(':'),
    ...createWechatService(settings),
    fetchPicture: async (source) => {
      const address = allowedPictureUrl(source, settings.pictureOrigins)
      return address && fetchPicture(address)
    },
    exchangeCode: async (_db, code): Promise<CodeExchangeResult> => {
      try {
        const asked = {
          appid: settings.appId,
          secret: settings.appSecret,
          code,
          grant_type: 'authorization_code',
        }
        const token = v.safeParse(TokenAnswer, await get('/sns/oauth2/access_token', asked))
        if (!token.success) return { type: 'bad-code' }
        const { access_token, openid, is_snapshotuser, scope } = token.output
        if (is_snapshotuser === 1) return { type: 'snapshot' }
        // The scope snsapi_base returns the openId only.
        if (!scope.includes('snsapi_userinfo'))
          return { type: 'person', openId: openid, nickname: '', avatar: '' }
        const user = v.parse(
          UserAnswer,
          await get('/sns/userinfo', { access_token, openid, lang: 'zh_CN' }),
        )
        return {
          type: 'person',
          openId: openid,
          nickname: user.nickname,
          avatar:
            allowedPictureUrl(user.headimgurl, settings.pictureOrigins) === undefined
              ? ''
              : user.headimgurl,
        }
      } catch {
        return { type: 'unavailable' }
      }
    },
  }
}
