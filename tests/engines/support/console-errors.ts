import { createHash } from 'node:crypto'
import { filterConsoleNoise, NETWORK_NOISE_PATTERNS } from '../../support/browser/browser-campus.ts'
import type { Engine } from './engine.ts'

// Before a screenshot Playwright adds this style element to the page, to finish its animations, in
// Firefox only. The page's policy blocks it, and the screenshot is correct all the same.
const OF_PICTURES = createHash('sha256').update('body {}').digest('base64')

/** Messages that are no error of the app: how an engine reports a bad network, and itself. */
const noise: Readonly<Record<Engine, readonly RegExp[]>> = {
  chromium: NETWORK_NOISE_PATTERNS,
  webkit: [
    // No server answers, or the page was left meanwhile; for another server the policy would report
    // first.
    /(http:\/\/127\.0\.0\.1:\d+\/).* CONSOLE JS ERROR Fetch API cannot load \1\S* due to access control checks/,
    // The worker passes on a network error: reported for the request, for its file, and once more
    // for a promise of the event that is WebKit's own.
    /CONSOLE JS ERROR FetchEvent\.respondWith received an error: TypeError: Load failed/,
    /CONSOLE JS ERROR Cannot load http:\/\/127\.0\.0\.1:\d+\/assets\//,
    /^CONSOLE JS ERROR Unhandled Promise Rejection: NetworkError: {2}A network error occurred\.$/,
    // The worker was still reading its files when the browser was closed.
    /CONSOLE JS ERROR Cache API operation failed: Context is stopped/,
    // Debian's build does not read web app manifests, and so does not know their directive either.
    /Unrecognized Content-Security-Policy directive 'manifest-src'/,
    // Reported after a few seconds, so on a busy machine.
    /CONSOLE OTHER WARN The resource \S+ was preloaded using link preload but not used/,
  ],
  firefox: [
    // The worker passes on a network error; an uncaught error of a page ends otherwise.
    /^NetworkError when attempting to fetch resource\.’\.$/,
    new RegExp(`blocked an inline style .*${OF_PICTURES.replaceAll(/[+/]/g, '\\$&')}`),
  ],
}

/** Console messages that no bad network explains: an error, a violated policy. */
export const filterConsoleErrors = (engine: Engine, complaints: readonly string[]): string[] =>
  filterConsoleNoise(complaints, noise[engine])
