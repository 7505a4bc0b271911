import type { Host } from './platform/host/host.ts'
import { createWechatHost } from './platform/host/wechat.ts'
import type { Settings } from './platform/settings/settings.ts'
import { sandboxHost } from './sandbox/sandbox-host.ts'

/** The messaging app that the settings name. */
export function createHost({ host }: Pick<Settings, 'host'>): Host {
  switch (host.type) {
    case 'none':
      return noHost
    case 'sandbox':
      return sandboxHost(host.appId)
    case 'wechat':
      return createWechatHost(host)
  }
}

// Nobody is known by an account, and nobody is written to.
const noHost: Host = {
  appId: '',
  authorizeUrl: '',
  fetchPicture: async () => undefined,
  exchangeCode: async () => ({ type: 'bad-code' }),
  findTicket: async () => undefined,
  sendMessage: async () => 'declined',
}
