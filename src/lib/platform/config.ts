import { type PageSettings, readPageSettings } from '#contract/page-settings'
import { findMessagingBrowser, type MessagingBrowser } from './messaging-browser.ts'
import { readSettingsText } from './server-rendering.ts'
import { createExternalStore } from './store.ts'

const env = import.meta.env
const setting = (name: string, otherwise: string): string => {
  const value: unknown = env[name]
  return typeof value === 'string' && value !== '' ? value : otherwise
}
const base = env.BASE_URL
const here = base.replace(/\/$/, '')
const roots = {
  campus: setting('VITE_CAMPUS_ROOT', here),
  management: setting('VITE_MANAGEMENT_ROOT', here),
  provider: setting('VITE_PROVIDER_ROOT', here),
}

/** The settings that the server can set. */
function configFromServer(served: Partial<PageSettings>) {
  const host = chooseHost(served)
  const authorizeUrl = setting(
    'VITE_AUTHORIZE_URL',
    host?.authorizeUrl ?? served.authorizeUrl ?? (env.DEV ? `${here}/sandbox/authorize` : ''),
  )
  return {
    school: served.school ?? '',
    schoolEn: served.schoolEn ?? '',
    demo: served.demo ?? false,
    /**
     * The messaging app. If the page was not served by this app's server, it is the sandbox in
     * development, otherwise WeChat if an authorisation URL is configured, else none.
     */
    host:
      host?.type ?? served.host ?? (env.DEV ? 'sandbox' : authorizeUrl === '' ? 'none' : 'wechat'),
    payment: served.payment ?? (env.DEV ? 'sandbox' : 'wechatpay'),
    sms: served.sms ?? true,
    /** The messaging application's id (XC-02). */
    appId: setting('VITE_APP_ID', host?.appId ?? served.appId ?? ''),
    authorizeUrl,
    university: served.university ?? false,
    samples: served.samples ?? true,
    people: served.people ?? [],
    apps: served.apps,
    /** The version of the school's public content, if the server states one. */
    content: served.content,
    restorableDays: served.restorableDays,
    /**
     * Whether a response without the echo of its key, or without the campus's header, decides
     * nothing. Only the server that served the page can state this, and only for its own responses.
     */
    echoesKeys:
      served.echoesKeys === true && Object.values(roots).every((root) => !/^https?:/.test(root)),
  } as const
}

/** A messaging app. One of a later server is used like none, because no browser is its own. */
type Host = NonNullable<PageSettings['hosts']>[number] & { type: 'sandbox' | MessagingBrowser }

// The messaging app in whose browser the page is open, otherwise the campus's first one.
function chooseHost({ hosts = [] }: Partial<PageSettings>): Host | undefined {
  const browser = findMessagingBrowser()
  return (hosts.find(({ type }) => type === browser) ?? hosts[0]) as Host | undefined
}

const fixed = {
  /** The base path, with a slash at both ends (XC-01). */
  base,
  /** The three service roots; default: this origin (XC-02, D-04). */
  roots,
  /** The page to open after a backend marker of -500; '' if there is none (D-10). */
  backendPage: setting('VITE_BACKEND_PAGE', ''),
  terminalCode: setting('VITE_TERMINAL_CODE', 'BAODAO'),
  /** Request timeout, ms (XC-22). */
  timeout: Number(setting('VITE_TIMEOUT_MS', '30000')),
} as const

/**
 * The settings of this build (VITE_*) and of the server that serves it (the JSON block in the
 * page).
 */
export const appConfig: Readonly<typeof fixed & ReturnType<typeof configFromServer>> = {
  ...fixed,
  ...configFromServer(readServerSettings()),
}

/** Incremented when the server's settings change under an open page. */
export const settingsRevision = createExternalStore(0)

/** Replaces the settings by those of a settings block from a newer page. */
export function replaceAppSettings(text: string): void {
  const before = JSON.stringify(appConfig)
  const said = readPageSettings(text)
  // If this version of the app cannot parse the settings block, the settings stay unchanged.
  if (said.school === undefined) return
  Object.assign(appConfig, configFromServer(said))
  if (JSON.stringify(appConfig) !== before) settingsRevision.set(settingsRevision.get() + 1)
}

// A page without the settings block was not served by this app's server.
function readServerSettings(): Partial<PageSettings> {
  const text = readSettingsText()
  return text === undefined ? {} : readPageSettings(text)
}
