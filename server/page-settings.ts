import { type App, home } from '#contract/home'
import { type DemoPerson, demoPeople } from './demo/people.ts'
import type { Host } from './platform/host.ts'
import type { Settings } from './platform/settings.ts'

/** What the app's page is told by the server. */
export interface PageSettings {
  readonly school: string
  readonly demo: boolean
  readonly host: Settings['host']['type']
  readonly payment: Settings['gateway']['type']
  readonly sms: boolean
  readonly appId: string
  readonly authorizeUrl: string
  /** Begins and ends with a slash. */
  readonly basePath: string
  /** Who can sign in; on the demo campus only. */
  readonly people?: readonly DemoPerson[]
  /** The public home list, so that a first visit need not ask for it (the app reads it again all the same). */
  readonly apps?: unknown
}

/** The settings that the page carries. */
export const pageSettings = (
  settings: Settings,
  host: Host,
  apps?: readonly App[],
): PageSettings => ({
  school: settings.schoolName,
  demo: settings.demo,
  host: settings.host.type,
  payment: settings.gateway.type,
  sms: settings.sms !== 'none',
  appId: host.appId,
  authorizeUrl: host.authorizeUrl.startsWith('/')
    ? settings.basePath + host.authorizeUrl
    : host.authorizeUrl,
  basePath: `${settings.basePath}/`,
  ...(settings.demo && { people: demoPeople }),
  ...(apps !== undefined && { apps: home.apps.output.encode({ apps: [...apps] }) }),
})
