import * as v from 'valibot'
import { messageChannelTexts } from '#i18n/message-channels'
import {
  createWecomApi,
  readWecomUserId,
  type WecomSettings,
} from '../../../platform/host/wecom/wecom-host.ts'
import { type MessageChannel, type OutgoingMessage, toRecipients } from '../channel.ts'
import { classifyReply } from '../classify-reply.ts'
import { findBoundAccounts } from '../store.ts'

// 81013: no recipient is visible to the app. 60111: no such member.
const UNREACHABLE = new Set([81_013, 60_111])
/** The time in which WeCom drops the same message again, seconds. */
const DUPLICATE_SECONDS = 14_400
const Reply = v.object({
  invaliduser: v.optional(v.string(), ''),
  unlicenseduser: v.optional(v.string(), ''),
})

/**
 * Creates the channel of an app of the university's WeCom. A member is the account that the student has
 * bound, or else is named by student number.
 */
export function createWecomChannel(settings: WecomSettings): MessageChannel {
  const api = createWecomApi(settings)
  return {
    name: 'wecom',
    dropsRepetitions: true,
    findRecipients: async (db, students) => {
      const numbers = await db
        .selectFrom('student')
        .select(['code as student', 'number as address'])
        .where('code', '=', (e) => e.fn.any(e.val([...students])))
        .where('number', 'is not', null)
        .$narrowType<{ address: string }>()
        .execute()
      const members = (await findBoundAccounts(db, students)).flatMap(({ student, address }) => {
        const member = readWecomUserId(address)
        return member === undefined ? [] : [{ student, address: member }]
      })
      return toRecipients([...members, ...numbers], async (message, member) => {
        const body = {
          touser: member,
          agentid: Number(settings.agentId),
          ...contentOf(message),
          enable_duplicate_check: 1,
          duplicate_check_interval: DUPLICATE_SECONDS,
        }
        const request = { path: '/cgi-bin/message/send', body }
        const said = await api.requestWithToken(db, request, message.now)
        const result = classifyReply(said, UNREACHABLE)
        if (result.type !== 'sent') return result
        // A message to a member who is unknown or has no licence is accepted, and says so.
        const { invaliduser, unlicenseduser } = v.parse(Reply, said)
        if (invaliduser !== '') return { type: 'unreachable', code: 'invaliduser' }
        return unlicenseduser === '' ? result : { type: 'unreachable', code: 'unlicenseduser' }
      })
    },
  }
}

const contentOf = ({ title, text, url, language }: OutgoingMessage) =>
  url === ''
    ? { msgtype: 'text', text: { content: `${title}\n${text}`.slice(0, 600) } }
    : {
        msgtype: 'textcard',
        textcard: {
          title: title.slice(0, 100),
          description: (text || messageChannelTexts.openApp[language]).slice(0, 150),
          url,
        },
      }
