import { toChinaMinute } from '../../../platform/clock.ts'
import {
  createWechatApi,
  type WechatSettings,
} from '../../../platform/host/wechat/wechat-service.ts'
import type { TemplatePart, MessageTemplate } from '../../../platform/settings/message-settings.ts'
import { type MessageChannel, type OutgoingMessage, toRecipients } from '../channel.ts'
import { classifyReply } from '../classify-reply.ts'
import { findBoundAccounts } from '../store.ts'

// 40003: no such openId. 43004: does not follow the account. 43101: has not accepted, or has
// refused, the subscription. 43107: the subscription is closed. 50005: has unfollowed.
const UNREACHABLE = new Set([40_003, 43_004, 43_101, 43_107, 50_005])
/** The longest value of a field of a template, characters. */
const MAX_FIELD_CHARACTERS = 20

/** What differs between the two interfaces of an official account. */
interface WechatMessageKind {
  readonly name: 'wechat-template' | 'wechat-subscription'
  readonly path: string
  readonly dropsRepetitions: boolean
  readonly more: (message: OutgoingMessage) => object
}

/** Template messages, to those who follow the account. WeChat drops a repeated `client_msg_id`. */
export const TEMPLATE_MESSAGE: WechatMessageKind = {
  name: 'wechat-template',
  path: '/cgi-bin/message/template/send',
  dropsRepetitions: true,
  more: ({ id, url }) => ({ client_msg_id: id, ...(url !== '' && { url }) }),
}

/** Subscription messages, to those who have accepted the template. */
export const SUBSCRIPTION_MESSAGE: WechatMessageKind = {
  name: 'wechat-subscription',
  path: '/cgi-bin/message/subscribe/bizsend',
  dropsRepetitions: false,
  more: ({ url }) => (url === '' ? {} : { page: url }),
}

/** Creates a channel of the campus's WeChat official account. */
export function createWechatChannel(
  settings: WechatSettings,
  template: MessageTemplate,
  { name, path, dropsRepetitions, more }: WechatMessageKind,
): MessageChannel {
  const api = createWechatApi(settings)
  return {
    name,
    dropsRepetitions,
    findRecipients: async (db, students) =>
      toRecipients(
        // An account of another messaging app has a prefix with a colon.
        (await findBoundAccounts(db, students)).filter(({ address }) => !address.includes(':')),
        async (message, openId) => {
          const body = {
            touser: openId,
            template_id: template.id,
            ...more(message),
            data: Object.fromEntries(
              [...template.fields].map(([field, part]) => [
                field,
                { value: partOf(message, part) },
              ]),
            ),
          }
          return classifyReply(
            await api.requestWithToken(db, { path, body }, message.now),
            UNREACHABLE,
          )
        },
      ),
  }
}

function partOf({ title, text, school, sentAt }: OutgoingMessage, part: TemplatePart): string {
  if (part === 'time') return toChinaMinute(sentAt)
  const value = { title, text, school }[part]
  return [...value].length <= MAX_FIELD_CHARACTERS
    ? value
    : `${[...value].slice(0, MAX_FIELD_CHARACTERS - 1).join('')}…`
}
