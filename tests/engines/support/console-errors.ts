import { createHash } from 'node:crypto'
import { withoutNoise, NETWORK_NOISE } from '../../support/browser/browser-campus.ts'
import type { Engine } from './engine.ts'

// Before a screenshot Playwright adds this style element to the page, to bring its animations up to
// date, in Firefox only. The page's policy forbids it, and the screenshot is right all the same.
const OF_PICTURES = createHash('sha256').update('body {}').digest('base64')

/** What is no fault of the app: how an engine tells of a bad network, and of itself. */
const noise: Readonly<Record<Engine, readonly RegExp[]>> = {
  chromium: NETWORK_NOISE,
  webkit: [
    // Nobody answers, or the page was left meanwhile; of another server the policy would speak first.
    /(http:\/\/127\.0\.0\.1:\d+\/).* CONSOLE JS ERROR Fetch API cannot load \1\S* due to access control checks/,
    // The worker hands on that nobody answers: told for the request, for its file, and once more for
    // a promise of the event that is WebKit's own.
    /CONSOLE JS ERROR FetchEvent\.respondWith received an error: TypeError: Load failed/,
    /CONSOLE JS ERROR Cannot load http:\/\/127\.0\.0\.1:\d+\/assets\//,
    /^CONSOLE JS ERROR Unhandled Promise Rejection: NetworkError: {2}A network error occurred\.$/,
    // The worker was still reading its files when the browser was closed.
    /CONSOLE JS ERROR Cache API operation failed: Context is stopped/,
    // Debian's does not read manifests of apps, and so does not know their rule either.
    /Unrecognized Content-Security-Policy directive 'manifest-src'/,
    // Said after a few seconds, so of a busy machine.
    /CONSOLE OTHER WARN The resource \S+ was preloaded using link preload but not used/,
  ],
  firefox: [
    // The worker hands on that nobody answers; what a page leaves uncaught ends otherwise.
    /^NetworkError when attempting to fetch resource\.’\.$/,
    new RegExp(`blocked an inline style .*${OF_PICTURES.replaceAll(/[+/]/g, '\\$&')}`),
  ],
}

/** What was complained about that no bad network explains: an error, a broken policy. */
export const filterConsoleErrors = (engine: Engine, complaints: readonly string[]): string[] =>
  withoutNoise(complaints, noise[engine])
