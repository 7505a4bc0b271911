import { type ErrorReport, errorReporting } from '#contract/error-reporting'
import { exchangeCall } from '#offline/transport/exchange-call'
import { safeLocalStorage } from '../platform/safe-storage.ts'
import { getSessionToken } from '../session/session.ts'
import { readBuildId } from '../worker/build-id.ts'
import { getRequestSettings } from './request-settings.ts'

const CONSENT = 'tellsTroubles'

/** Whether the user has agreed that errors are reported automatically. */
export const hasErrorReportConsent = (): boolean => safeLocalStorage.getItem(CONSENT) === '1'

/** Stores or withdraws the consent to error reports. */
export const setErrorReportConsent = (tells: boolean): void =>
  tells ? safeLocalStorage.setItem(CONSENT, '1') : safeLocalStorage.removeItem(CONSENT)

/**
 * Creates the report of an error. The report contains the error's kind and the page on which it
 * occurred, never the error's message.
 */
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

/** The browser engine of a user agent string, with its major version and nothing else. */
export function detectBrowserEngine(userAgent: string): string {
  for (const [name, pattern] of ENGINES) {
    const found = pattern.exec(userAgent)
    if (found !== null) return [name, found[1]].filter(Boolean).join(' ')
  }
  return 'other'
}

/** Sends an error report; resolves to whether the university has it. */
export async function sendErrorReport(trouble: ErrorReport): Promise<boolean> {
  const { type } = await exchangeCall({
    call: errorReporting.report,
    input: trouble,
    to: getRequestSettings(),
    token: getSessionToken(),
  })
  return type === 'ok'
}

/** One page in this many reports background errors, which is enough to notice a defective build. */
const ONE_IN = 4

/**
 * Creates the function that reports uncaught errors in the background, if the user has agreed. Of
 * four pages one reports, and it reports at most one error. `step`: the page on which the error
 * occurred. These errors are not reported:
 * - errors without a network, since reports are not retried;
 * - errors before the first queries have ended, since nothing listens before;
 * - errors in the service worker.
 */
export function createUncaughtErrorReporter(
  random = Math.random(),
): (error: unknown, step: string) => void {
  let told = random * ONE_IN >= 1
  return (error, step) => {
    if (told || !hasErrorReportConsent()) return
    told = true
    // The report's code is not shown: the page continues to work, so the user has no need to quote
    // it.
    void sendErrorReport(createErrorReport(error, 'behind', step))
  }
}

/** The reporter of this page. */
export const reportUncaughtError = createUncaughtErrorReporter()
