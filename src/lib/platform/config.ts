import { type PageSettings, readPageSettings } from '#contract/page-settings'
import { readSettingsText } from './server-rendering.ts'
import { createStore } from './store.ts'

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

/** What of the settings the server has a say in. */
function configFromServer(served: Partial<PageSettings>) {
  const authorizeUrl = setting(
    'VITE_AUTHORIZE_URL',
    served.authorizeUrl ?? (env.DEV ? `${here}/sandbox/authorize` : ''),
  )
  return {
    school: served.school ?? '',
    schoolEn: served.schoolEn ?? '',
    demo: served.demo ?? false,
    /**
     * Which messaging app there is. A page that no server of ours has served knows its address or
     * has none; a developer plays it.
     */
    host: served.host ?? (env.DEV ? 'sandbox' : authorizeUrl === '' ? 'none' : 'wechat'),
    payment: served.payment ?? (env.DEV ? 'sandbox' : 'wechatpay'),
    sms: served.sms ?? true,
    /** The messaging application's id (XC-02). */
    appId: setting('VITE_APP_ID', served.appId ?? ''),
    authorizeUrl,
    university: served.university ?? false,
    samples: served.samples ?? true,
    people: served.people ?? [],
    apps: served.apps,
    /** The version of what the school has written for everybody, where the server tells one. */
    content: served.content,
    restorableDays: served.restorableDays,
    /**
     * Does an answer without the echo of its key, or without the campus's mark, decide nothing?
     * Only the server that wrote the page can say so, and only of itself.
     */
    echoesKeys:
      served.echoesKeys === true && Object.values(roots).every((root) => !/^https?:/.test(root)),
  } as const
}

const fixed = {
  /** The base path, with a slash at both ends (XC-01). */
  base,
  /** The three service roots; default: this origin (XC-02, D-04). */
  roots,
  /** The page that a backend marker of -500 leads to; '' when there is none (D-10). */
  backendPage: setting('VITE_BACKEND_PAGE', ''),
  terminalCode: setting('VITE_TERMINAL_CODE', 'BAODAO'),
  /** Request timeout, ms (XC-22). */
  timeout: Number(setting('VITE_TIMEOUT_MS', '30000')),
} as const

/**
 * The settings of this build (VITE_*) and of the server that serves it (the JSON block in the
 * page).
 */
export const config: Readonly<typeof fixed & ReturnType<typeof configFromServer>> = {
  ...fixed,
  ...configFromServer(readServerSettings()),
}

/** Grows when the server's settings have changed under an open page. */
export const settingsRevision = createStore(0)

/** Take the text of a newer block of settings for the one that this page came with. */
export function renewSettings(text: string): void {
  const before = JSON.stringify(config)
  const said = readPageSettings(text)
  // A block that this version cannot read changes nothing.
  if (said.school === undefined) return
  Object.assign(config, configFromServer(said))
  if (JSON.stringify(config) !== before) settingsRevision.set(settingsRevision.get() + 1)
}

// No server of ours has served a page without the block.
function readServerSettings(): Partial<PageSettings> {
  const text = readSettingsText()
  return text === undefined ? {} : readPageSettings(text)
}
