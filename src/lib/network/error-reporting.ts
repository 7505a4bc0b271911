import { type ErrorReport, errorReporting } from '#contract/error-reporting'
import { exchangeCall } from '#offline/transport/exchange-call'
import { safeLocalStorage } from '../platform/safe-storage.ts'
import { getSessionToken } from '../session/session.ts'
import { readBuildId } from '../worker/build-id.ts'
import { getRequestSettings } from './request-settings.ts'

const CONSENT = 'tellsTroubles'

/** Has this phone's owner agreed that errors are told by themselves? */
export const hasErrorReportConsent = (): boolean => safeLocalStorage.getItem(CONSENT) === '1'

/** Agree, or take that back. */
export const setErrorReportConsent = (tells: boolean): void =>
  tells ? safeLocalStorage.setItem(CONSENT, '1') : safeLocalStorage.removeItem(CONSENT)

/** What may be told of an error: its kind and where it was met, never its message. */
export const createErrorReport = (
  error: unknown,
  kind: ErrorReport['kind'],
  step: string,
): ErrorReport => ({
  code: newCode(),
  kind,
  name: error instanceof Error && NAME.test(error.name) ? error.name : 'Other',
  version: readBuildId(),
  engine: detectBrowserEngine(navigator.userAgent),
  step: STEP.test(step) ? step : '/',
})

const NAME = /^[A-Z][A-Za-z]{0,30}$/
const STEP = /^\/[A-Za-z/${}-]{0,80}$/

function newCode(): string {
  const [number = 0] = crypto.getRandomValues(new Uint32Array(1))
  return String(number % 1_000_000)
    .padStart(6, '0')
    .replace(/^.../, '$&-')
}

const ENGINES = [
  ['chromium', /Chrome\/(\d{1,3})\b/],
  ['gecko', /Firefox\/(\d{1,3})\b/],
  ['webkit', /Version\/(\d{1,3})\b.*Safari/],
  ['webkit', /AppleWebKit/],
] as const

/** The engine behind a browser's name for itself, with its version and nothing else. */
export function detectBrowserEngine(userAgent: string): string {
  for (const [name, pattern] of ENGINES) {
    const found = pattern.exec(userAgent)
    if (found !== null) return [name, found[1]].filter(Boolean).join(' ')
  }
  return 'other'
}

/** Tell the university. Nothing is made of the answer but whether it has it. */
export async function sendErrorReport(trouble: ErrorReport): Promise<boolean> {
  const { type } = await exchangeCall({
    call: errorReporting.report,
    input: trouble,
    to: getRequestSettings(),
    token: getSessionToken(),
  })
  return type === 'ok'
}

/** Of so many pages one tells what goes wrong behind it; a broken version is seen all the same. */
const ONE_IN = 4

/**
 * Tell of errors behind the page, of one page in four and once a page, if that was agreed to. Lost is
 * what fails without a network, for it is not tried again; what fails before the first reads have
 * ended, for nobody listens yet; and what fails in the service worker, which is no page.
 */
export function startErrorReporting(stepOf: () => string, random = Math.random()): void {
  if (random * ONE_IN >= 1) return
  let told = false
  const tell = (error: unknown) => {
    if (told || !hasErrorReportConsent()) return
    told = true
    // Its code is shown to nobody: the page goes on, and whoever uses it has nothing to read out.
    void sendErrorReport(createErrorReport(error, 'behind', stepOf()))
  }
  window.addEventListener('error', ({ error }) => tell(error))
  window.addEventListener('unhandledrejection', ({ reason }) => tell(reason))
}
