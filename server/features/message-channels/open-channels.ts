import type { Clock } from '../../platform/clock.ts'
import type { Sealer } from '../../platform/sessions/sealer.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import type { MessageChannel } from './channel.ts'
import { inAppChannel } from './in-app/channel.ts'
import { createPushChannel } from './push/channel.ts'
import { createSmsChannel } from './sms/channel.ts'
import { createWechatChannel, SUBSCRIPTION_MESSAGE, TEMPLATE_MESSAGE } from './wechat/channel.ts'
import { createWecomChannel } from './wecom/channel.ts'

/** The settings of the channels. */
export type ChannelSettings = Pick<Settings, 'messages' | 'hosts' | 'smsWebhook'>

/** Creates the channels that the settings of this campus contain. */
export function openChannels(
  settings: ChannelSettings,
  { clock, sealer }: { clock: Clock; sealer: Sealer },
): readonly MessageChannel[] {
  const { messages, hosts, smsWebhook } = settings
  const channels: MessageChannel[] = [inAppChannel]
  if (messages.push !== undefined) channels.push(createPushChannel(messages.push, sealer))
  for (const host of hosts) {
    if (host.type === 'wechat' && messages.wechatSubscription !== undefined)
      channels.push(createWechatChannel(host, messages.wechatSubscription, SUBSCRIPTION_MESSAGE))
    if (host.type === 'wechat' && messages.wechatTemplate !== undefined)
      channels.push(createWechatChannel(host, messages.wechatTemplate, TEMPLATE_MESSAGE))
    if (host.type === 'wecom') channels.push(createWecomChannel(host))
  }
  if (smsWebhook !== undefined) channels.push(createSmsChannel(smsWebhook, { clock, settings }))
  return channels
}
