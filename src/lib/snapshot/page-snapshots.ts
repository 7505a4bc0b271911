import type { Query } from '@tanstack/react-query'
import { extractClassNames, usesOnlyClasses, stripParentheses } from '#contract/page-classes'
import { cachedReadTexts } from '#i18n/cached-reads'
import {
  type PageSnapshot,
  deletePageSnapshots,
  savePageSnapshot,
} from '#offline/storage/page-snapshot'
import { toReadFailureReason } from '../cache/cached-query.ts'
import { whenIdle } from '../cache/initial-queries.ts'
import { queryClient } from '../cache/query-client.ts'
import { chinaNow, formatShortDay } from '../format/china-time.ts'
import { currentLanguage } from '../language/language.ts'
import { toServerTime, serverNow } from '../platform/server-clock.ts'
import { registerPersonalStore } from '../session/personal-data.ts'
import { currentSession, hasSessionEnded, onSessionEnd } from '../session/session.ts'
import { toStaticHtml } from './static-html.ts'

/** The pages of which snapshots are stored: home, the timetable, the steps. */
const PAGES = /^\/(searchcourse\/[^/]+|welcome\/[^/]+)?$/
/** Marks an element in the place of content that is still loading. */
const PENDING = '[data-pending]'
const LONGEST_MS = 30 * 86_400_000
const ROOT_ATTRIBUTES = ['lang', 'data-theme', 'data-text', 'data-desk']

let closed = false
/** What was stored last, so that an unchanged page is not stored again. */
let stored: { readonly path: string; readonly html: string } | undefined
registerPersonalStore({
  reopen: () => {
    closed = false
  },
  clear: () => {
    closed = true
  },
})

/** Deletes all page snapshots; does nothing without storage. */
export function clearPageSnapshots(): Promise<void> {
  stored = undefined
  return deletePageSnapshots().catch(() => {})
}

/**
 * The time for which a page must not change before it is stored, ms, so that storing it delays
 * nothing that the page still does.
 */
const CALM_MS = 1_000

/**
 * Stores snapshots of the pages in `PAGES` for the first paint of the next visit. `renderedPath`
 * returns the path of the rendered screen below the app's base path; undefined while another screen
 * is loading.
 */
export function startPageSnapshots({
  root,
  renderedPath,
}: {
  root: HTMLElement
  renderedPath: () => string | undefined
}): void {
  let hasChanged = true
  let timer: ReturnType<typeof setTimeout> | undefined
  const store = () => {
    const path = renderedPath()
    if (!hasChanged || path === undefined || !PAGES.test(path)) return
    if (closed || currentSession() === null || hasSessionEnded() || !isWhole(root)) return
    const frame = takeSnapshot(root)
    if (frame === undefined) return
    hasChanged = false
    if (stored?.path === path && stored.html === frame.html) return
    stored = { path, html: frame.html }
    // If the disk is full, only the snapshot is lost.
    void savePageSnapshot(location.pathname, frame).catch(() => {})
  }
  const storeSoon = () => {
    clearTimeout(timer)
    timer = setTimeout(() => whenIdle(store), CALM_MS)
  }
  const forget = () => void clearPageSnapshots()
  if (hasSessionEnded()) forget()
  onSessionEnd(forget)
  new MutationObserver(() => {
    hasChanged = true
    storeSoon()
  }).observe(root, {
    subtree: true,
    childList: true,
    characterData: true,
    attributeFilter: ['href'],
  })
  // A page can become whole without a change, when the campus confirms what it shows.
  queryClient.getQueryCache().subscribe(storeSoon)
  // A change of language, theme or text size deletes the snapshots, and the page is stored again.
  new MutationObserver(() => {
    forget()
    hasChanged = true
    storeSoon()
  }).observe(document.documentElement, { attributes: true, attributeFilter: ROOT_ATTRIBUTES })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') store()
  })
  storeSoon()
}

/**
 * Whether nothing on the page is still loading. A page without a running query might be incomplete:
 * its screen, the code of a card or the first query of a new session might not have started.
 */
const isWhole = (root: HTMLElement): boolean =>
  root.querySelector(PENDING) === null &&
  queryClient.getQueryCache().findAll({ type: 'active' }).every(isAnswered)

// The campus has answered, and nobody has changed the data since, or the language of its names.
const isAnswered = ({ state: { data, error, fetchStatus, isInvalidated } }: Query): boolean =>
  fetchStatus === 'idle' &&
  !isInvalidated &&
  (data !== undefined || (error !== null && toReadFailureReason(error) !== 'failed'))

function takeSnapshot(root: HTMLElement): PageSnapshot | undefined {
  const now = serverNow()
  const limits = [...root.querySelectorAll<HTMLElement>('[data-snapshot-until]')].map(
    ({ dataset }) => Number(dataset['snapshotUntil']),
  )
  const until = Math.min(now + LONGEST_MS, ...limits)
  const html = until > now ? toStaticHtml(root) : undefined
  if (html === undefined) return undefined
  const { documentElement, styleSheets } = document
  const sheets = [...styleSheets].filter(({ href }) => href !== null)
  // If a style sheet did not load, the page does not look as it should, so it is not stored.
  if (!sheets.every(isReadable)) return undefined
  return {
    html,
    age: describeOldestData(),
    css: extractUsedCss(sheets, html),
    styles: [...new Set(sheets.map(({ href }) => new URL(href ?? '').pathname))],
    root: Object.fromEntries(
      ROOT_ATTRIBUTES.flatMap((name) => {
        const value = documentElement.getAttribute(name)
        return value === null ? [] : [[name, value]]
      }),
    ),
    until,
  }
}

// A style sheet that did not load is in the list too, and reading its rules throws.
function isReadable(sheet: CSSStyleSheet): boolean {
  try {
    return sheet.cssRules.length >= 0
  } catch {
    return false
  }
}

// The age of the oldest data on the page, as text. The text does not say "today", because the
// snapshot is shown on another day.
function describeOldestData(): string {
  const times = queryClient
    .getQueryCache()
    .findAll({ type: 'active' })
    .flatMap(({ state }) => (state.dataUpdatedAt > 0 ? [state.dataUpdatedAt] : []))
  const language = currentLanguage()
  const when = chinaNow(toServerTime(Math.min(Date.now(), ...times)))
  return cachedReadTexts.seen[language](`${formatShortDay(when, language)} ${when.slice(11, 16)}`)
}

/**
 * The CSS rules of the page's style sheets that this HTML uses, in their order, without animations.
 */
function extractUsedCss(sheets: Iterable<CSSStyleSheet>, html: string): string {
  const used = extractClassNames(html)
  return [...sheets].map((sheet) => rulesOf(sheet.cssRules, used)).join('')
}

const rulesOf = (rules: CSSRuleList, used: ReadonlySet<string>): string =>
  [...rules].map((rule) => ruleOf(rule, used)).join('')

function ruleOf(rule: CSSRule, used: ReadonlySet<string>): string {
  if (rule instanceof CSSStyleRule) return isUsed(rule.selectorText, used) ? rule.cssText : ''
  if (rule instanceof CSSKeyframesRule) return ''
  if (!(rule instanceof CSSGroupingRule)) return rule.cssText
  const inside = rulesOf(rule.cssRules, used)
  return inside === '' ? '' : `${rule.cssText.slice(0, rule.cssText.indexOf('{'))}{${inside}}`
}

const isUsed = (selectors: string, used: ReadonlySet<string>): boolean =>
  stripParentheses(selectors)
    .split(',')
    .some((selector) => usesOnlyClasses(selector, used))
