import type { messageChannels } from '#contract/message-channels'
import { refusalTexts } from '#i18n/refusals'
import { type Handlers, refuse, studentHandler, succeed } from '../../platform/http/handler.ts'
import { saveSessionLanguage } from '../../platform/sessions/session.ts'
import { findCampusRules } from '../campus-rules/public.ts'
import { listOrder } from './channel-order.ts'
import { openChannels } from './open-channels.ts'
import { isPushEndpoint } from './push/channel.ts'
import { findPushKeys } from './push/keys.ts'
import {
  deletePushSubscriptionOf,
  hasPushSubscription,
  savePushSubscription,
} from './push/store.ts'
import { describeQuietHours } from './quiet-hours.ts'
import { findRefusedChannels, saveConsent } from './store.ts'

/** The handlers of a student's settings of messages. */
export const messageChannelHandlers: Handlers<typeof messageChannels> = {
  find: studentHandler(async (ask) => {
    const { db, student, session, now, tools } = ask
    const { settings, sealer } = tools
    const { messages: rule } = await findCampusRules(ask)
    const order = listOrder(rule, openChannels(settings, tools))
    const refused = await findRefusedChannels(db, student.code)
    const keys =
      settings.messages.push === undefined ? undefined : await findPushKeys(db, sealer, now)
    const channels = []
    for (const { name, findRecipients } of order)
      channels.push({
        channel: name,
        allowed: !refused.has(name),
        reachable: (await findRecipients(db, [student.code])).has(student.code),
      })
    return succeed({
      channels,
      pushKey: keys?.publicKey ?? '',
      template: settings.messages.wechatSubscription?.id ?? '',
      subscribed: await hasPushSubscription(db, session.hash),
      quiet: describeQuietHours(rule),
    })
  }),

  allow: studentHandler(async ({ db, student, input, now }) => {
    await saveConsent(db, { student: student.code, ...input, now })
    return succeed({})
  }),

  subscribe: studentHandler(async ({ db, student, session, input, language, now, tools }) => {
    const { push } = tools.settings.messages
    // Other addresses could make this server call any machine.
    if (push === undefined || !isPushEndpoint(input.endpoint, push.hosts))
      return refuse(refusalTexts.notFound)
    await savePushSubscription(db, {
      subscription: input,
      session: session.hash,
      student: student.code,
      now,
    })
    await saveSessionLanguage(db, session.hash, language)
    await saveConsent(db, { student: student.code, channel: 'push', allowed: true, now })
    return succeed({})
  }),

  unsubscribe: studentHandler(async ({ db, session }) => {
    await deletePushSubscriptionOf(db, session.hash)
    return succeed({})
  }),
}
