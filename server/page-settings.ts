import { type HomeApp, home } from '#contract/home'
import type { PageSettings } from '#contract/page-settings'
import { RESTORABLE_DAYS } from '#contract/restore-window'
import { demoPeople } from './demo/demo-people.ts'
import type { SchoolSettings } from './features/school/public.ts'
import type { MessagingHost } from './platform/host/host.ts'
import type { Settings } from './platform/settings/settings.ts'

/** The settings that the server puts into the page. */
export const buildPageSettings = (
  settings: Settings,
  host: MessagingHost,
  { apps, school }: { apps?: readonly HomeApp[]; school?: SchoolSettings } = {},
): PageSettings => ({
  school: school?.name || settings.schoolName,
  ...(school !== undefined && school.nameEn !== '' && { schoolEn: school.nameEn }),
  demo: settings.demo,
  host: settings.host.type,
  payment: settings.gateway.type,
  sms: settings.sms !== 'none',
  appId: host.appId,
  authorizeUrl: host.authorizeUrl.startsWith('/')
    ? settings.basePath + host.authorizeUrl
    : host.authorizeUrl,
  echoesKeys: true,
  ...(settings.restorableDays !== RESTORABLE_DAYS && { restorableDays: settings.restorableDays }),
  samples: settings.samplePages,
  ...(settings.university !== undefined && { university: true }),
  ...(settings.demo && { people: [...demoPeople] }),
  ...(apps !== undefined && { apps: home.apps.output.encode({ apps: [...apps] }) }),
})
