import { createHash } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { CAMPUS_HEADER, CAMPUS_HEADER_VALUE } from '#contract/headers-and-cookies'
import type { Clock } from '../clock.ts'

/**
 * The Content-Security-Policy of a page of the app. The only inline code that it allows are the
 * styles of the page and the scripts of the built `frame`. It allows nothing from other origins,
 * except the frames of a messaging app in `frames`.
 */
export const contentSecurityPolicyFor = (
  page: string,
  { frame = page, frames = '' }: { frame?: string; frames?: string | undefined } = {},
): string =>
  [
    "default-src 'self'",
    ["script-src 'self'", ...scriptHashes(frame)].join(' '),
    ["style-src 'self'", ...styleHashes(page)].join(' '),
    "img-src 'self' data: blob:",
    ...(frames === '' ? [] : [`frame-src 'self' ${frames}`]),
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

const styleHashes = (html: string): string[] =>
  hashesOf(html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g))

const scriptHashes = (html: string): string[] =>
  hashesOf(html.matchAll(/<script>([\s\S]*?)<\/script>/g))

const hashesOf = (found: Iterable<RegExpExecArray>): string[] =>
  [...found].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  )

/** Sets the headers of every response. */
export const setCommonHeaders =
  ({
    policy,
    clock,
    mayBeIndexed = () => false,
    epoch = () => '',
  }: {
    policy: string
    clock: Clock
    /** Whether search engines are allowed to list this address. */
    mayBeIndexed?: (path: string) => boolean
    /**
     * The current epoch of the database; '' before the first restore of the database to an earlier
     * state.
     */
    epoch?: () => string
  }): MiddlewareHandler =>
  async (c, next) => {
    // The epoch is read before the handler runs: a receipt that is issued while an epoch begins
    // belongs to the old epoch.
    const at = epoch()
    await next()
    const headers = c.res.headers
    if (!headers.has('Content-Security-Policy')) headers.set('Content-Security-Policy', policy)
    // Error pages are not indexed either, because their addresses might contain personal data.
    if (!mayBeIndexed(c.req.path) || c.res.status !== 200) headers.set('X-Robots-Tag', 'noindex')
    headers.set('X-Content-Type-Options', 'nosniff')
    headers.set('Referrer-Policy', 'no-referrer')
    headers.set(
      'Permissions-Policy',
      'camera=(self), microphone=(), geolocation=(), payment=(), usb=()',
    )
    headers.set('Cross-Origin-Opener-Policy', 'same-origin')
    headers.set('Cross-Origin-Resource-Policy', 'same-origin')
    headers.set(CAMPUS_HEADER, CAMPUS_HEADER_VALUE)
    if (at !== '') headers.set('Epoch', at)
    // The app takes the year from this header (D-28), so the header has to follow the demo's clock.
    headers.set('Date', clock.now().toUTCString())
    if (c.req.header('x-forwarded-proto') === 'https')
      headers.set('Strict-Transport-Security', 'max-age=31536000')
  }
