import { createHash } from 'node:crypto'
import { filterConsoleNoise, NETWORK_NOISE_PATTERNS } from '../../support/browser/browser-campus.ts'
import type { BrowserEngine } from './engine.ts'

// In Firefox, Playwright adds this style element to the page before a screenshot, to finish
// animations. The page's policy blocks the element, but the screenshot is correct.
const OF_PICTURES = createHash('sha256').update('body {}').digest('base64')

/**
 * Console messages that are not errors of the app: reports of a bad network, and of engine
 * internals.
 */
const noise: Readonly<Record<BrowserEngine, readonly RegExp[]>> = {
  chromium: NETWORK_NOISE_PATTERNS,
  webkit: [
    // The server did not answer, or the page was left. A request to another origin would be
    // reported as a violation of the policy first.
    /(http:\/\/127\.0\.0\.1:\d+\/).* CONSOLE JS ERROR Fetch API cannot load \1\S* due to access control checks/,
    // WebKit reports a network error that the worker passes on three times: for the request, for
    // its file, and for an internal promise of the event.
    /CONSOLE JS ERROR FetchEvent\.respondWith received an error: TypeError: Load failed/,
    /CONSOLE JS ERROR Cannot load http:\/\/127\.0\.0\.1:\d+\/assets\//,
    /^CONSOLE JS ERROR Unhandled Promise Rejection: NetworkError: {2}A network error occurred\.$/,
    // The worker was still reading its files when the browser was closed.
    /CONSOLE JS ERROR Cache API operation failed: Context is stopped/,
    // Debian's build supports neither web app manifests nor their directive.
    /Unrecognized Content-Security-Policy directive 'manifest-src'/,
    // This is reported after a few seconds, which happens on a busy machine.
    /CONSOLE OTHER WARN The resource \S+ was preloaded using link preload but not used/,
  ],
  firefox: [
    // The worker passes on a network error. The message of an uncaught page error ends differently.
    /^NetworkError when attempting to fetch resource\.’\.$/,
    new RegExp(`blocked an inline style .*${OF_PICTURES.replaceAll(/[+/]/g, '\\$&')}`),
  ],
}

/** Console messages that are errors of the app or violations of its policy. */
export const filterConsoleErrors = (
  engine: BrowserEngine,
  complaints: readonly string[],
): string[] => filterConsoleNoise(complaints, noise[engine])
