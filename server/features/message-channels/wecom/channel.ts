import * as v from 'valibot'
import { messageChannelTexts } from '#i18n/message-channels'
import {
  createWecomApi,
  readWecomUserId,
  type WecomSettings,
} from '../../../platform/host/wecom/wecom-host.ts'
import { groupAddresses, type MessageChannel, type OutgoingMessage } from '../channel.ts'
import { classifyError, classifyReply } from '../classify-reply.ts'

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
    findAddresses: async (db, students) => {
      const numbers = await db
        .selectFrom('student')
        .select(['code as student', 'number as address'])
        .where('code', '=', (e) => e.fn.any(e.val([...students])))
        .where('number', 'is not', null)
        .$narrowType<{ address: string }>()
        .execute()
      const bound = await db
        .selectFrom('binding')
        .select(['code as student', 'open_id'])
        .where('role', '=', 'student')
        .where('code', '=', (e) => e.fn.any(e.val([...students])))
        .orderBy('bound_at', 'desc')
        .execute()
      const members = bound.flatMap(({ student, open_id }) => {
        const address = readWecomUserId(open_id)
        return address === undefined ? [] : [{ student, address }]
      })
      return groupAddresses([...members, ...numbers])
    },
    deliver: async (db, message, [member = '']) => {
      try {
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
      } catch (error) {
        return classifyError(error)
      }
    },
  }
}

const contentOf = ({ title, text, url }: OutgoingMessage) =>
  url === ''
    ? { msgtype: 'text', text: { content: `${title.zh}\n${text.zh}`.slice(0, 600) } }
    : {
        msgtype: 'textcard',
        textcard: {
          title: title.zh.slice(0, 100),
          description: (text.zh || messageChannelTexts.openApp.zh).slice(0, 150),
          url,
        },
      }
