import type { MessagingHost } from './platform/host/host.ts'
import { createWechatHost } from './platform/host/wechat.ts'
import type { Settings } from './platform/settings/settings.ts'
import { sandboxMessagingApp } from './sandbox/sandbox-host.ts'

/** Creates the client of the messaging app that the settings name. */
export function createHost({ host }: Pick<Settings, 'host'>): MessagingHost {
  switch (host.type) {
    case 'none':
      return noHost
    case 'sandbox':
      return sandboxMessagingApp(host.appId)
    case 'wechat':
      return createWechatHost(host)
  }
}

// Without a messaging app no account is recognized and no message is sent.
const noHost: MessagingHost = {
  appId: '',
  authorizeUrl: '',
  fetchPicture: async () => undefined,
  exchangeCode: async () => ({ type: 'bad-code' }),
  findTicket: async () => undefined,
  sendMessage: async () => 'declined',
}
