import { createDingtalkHost } from './platform/host/dingtalk/dingtalk-host.ts'
import {
  createMessagingHosts,
  type MessagingHost,
  type MessagingHosts,
} from './platform/host/host.ts'
import { createWechatHost } from './platform/host/wechat/wechat-host.ts'
import { createWecomHost } from './platform/host/wecom/wecom-host.ts'
import type { MessagingAppSettings, Settings } from './platform/settings/settings.ts'
import { sandboxMessagingApp } from './sandbox/sandbox-host.ts'

/** Creates the clients of the messaging apps that the settings name. */
export const createHosts = ({ hosts }: Pick<Settings, 'hosts'>): MessagingHosts =>
  createMessagingHosts(hosts.map(createHost))

function createHost(host: MessagingAppSettings): MessagingHost {
  switch (host.type) {
    case 'sandbox':
      return sandboxMessagingApp(host.appId)
    case 'wechat':
      return createWechatHost(host)
    case 'wecom':
      return createWecomHost(host)
    case 'dingtalk':
      return createDingtalkHost(host)
  }
}
