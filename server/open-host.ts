import type { Host } from './platform/host/host.ts'
import { wechatHost } from './platform/host/wechat.ts'
import type { Settings } from './platform/settings/settings.ts'
import { sandboxHost } from './sandbox/host.ts'

/** The messaging app that the settings name. */
export function openHost({ host }: Pick<Settings, 'host'>): Host {
  switch (host.type) {
    case 'none':
      return noHost
    case 'sandbox':
      return sandboxHost(host.appId)
    case 'wechat':
      return wechatHost(host)
  }
}

// Nobody is known by an account, and nobody is written to.
const noHost: Host = {
  appId: '',
  authorizeUrl: '',
  picture: async () => undefined,
  exchange: async () => ({ type: 'bad-code' }),
  ticket: async () => undefined,
  write: async () => 'declined',
}
