import { type HomeApp, home } from '#contract/home'
import type { PageSettings } from '#contract/page-settings'
import { RESTORABLE_DAYS } from '#contract/restore-window'
import { demoPeople } from './demo/demo-people.ts'
import type { SchoolSettings } from './features/school/public.ts'
import type { MessagingHosts } from './platform/host/host.ts'
import type { Settings } from './platform/settings/settings.ts'

/** The settings that the server puts into the page. */
export const buildPageSettings = (
  settings: Settings,
  hosts: MessagingHosts,
  { apps, school }: { apps?: readonly HomeApp[]; school?: SchoolSettings } = {},
): PageSettings => ({
  school: school?.name || settings.schoolName,
  ...(school !== undefined && school.nameEn !== '' && { schoolEn: school.nameEn }),
  demo: settings.demo,
  ...legacyHost(hosts, settings),
  hosts: hosts.all.map(({ type, appId, authorizeUrl }) => ({
    type,
    appId,
    authorizeUrl: absolute(authorizeUrl, settings),
  })),
  payment: settings.gateway.type,
  sms: settings.sms !== 'none',
  echoesKeys: true,
  ...(settings.restorableDays !== RESTORABLE_DAYS && { restorableDays: settings.restorableDays }),
  samples: settings.samplePages,
  ...(settings.university !== undefined && { university: true }),
  ...(settings.demo && { people: [...demoPeople] }),
  ...(apps !== undefined && { apps: home.apps.output.encode({ apps: [...apps] }) }),
})

const absolute = (address: string, { basePath }: Pick<Settings, 'basePath'>): string =>
  address.startsWith('/') ? basePath + address : address

// The fields of scripts that know one messaging app, WeChat or the sandbox.
function legacyHost({ all }: MessagingHosts, settings: Pick<Settings, 'basePath'>) {
  const host = all.find(({ type }) => type === 'wechat' || type === 'sandbox')
  return {
    host: host?.type === 'sandbox' ? 'sandbox' : host === undefined ? 'none' : 'wechat',
    appId: host?.appId ?? '',
    authorizeUrl: absolute(host?.authorizeUrl ?? '', settings),
  } as const
}
