import { extractClassNames, usesOnlyClasses, stripParentheses } from '#contract/page-classes'
import { cachedReadTexts } from '#i18n/cached-reads'
import {
  type PageSnapshot,
  deletePageSnapshots,
  savePageSnapshot,
} from '#offline/storage/page-snapshot'
import { whenInitialQueriesSettled } from '../cache/initial-queries.ts'
import { queryClient } from '../cache/query-client.ts'
import { chinaNow, formatShortDay } from '../format/china-time.ts'
import { currentLanguage } from '../language/language.ts'
import { toServerTime, serverNow } from '../platform/server-clock.ts'
import { registerPersonalStore } from '../session/personal-data.ts'
import { currentSession, hasSessionEnded, onSessionEnd } from '../session/session.ts'
import { toStaticHtml } from './static-html.ts'

/** The pages of which snapshots are stored: home, the timetable, the steps. */
const PAGES = /^\/(searchcourse\/[^/]+|welcome\/[^/]+)?$/
const LONGEST_MS = 30 * 86_400_000
const ROOT_ATTRIBUTES = ['lang', 'data-theme', 'data-text', 'data-desk']

let closed = false
registerPersonalStore({
  reopen: () => {
    closed = false
  },
  clear: () => {
    closed = true
  },
})

/** Deletes all page snapshots; does nothing without storage. */
export const clearPageSnapshots = (): Promise<void> => deletePageSnapshots().catch(() => {})

/**
 * Stores snapshots of the pages in `PAGES` for the first paint of the next visit. `followScreens`
 * calls its listener after each rendered page; `pathOf` returns the path below the app's base path.
 */
export function startPageSnapshots({
  root,
  pathOf,
  followScreens,
}: {
  root: HTMLElement
  pathOf: () => string
  followScreens: (listen: () => void) => void
}): void {
  const forget = () => void clearPageSnapshots()
  // A page whose queries have not ended is incomplete. If the user leaves it, the earlier snapshot
  // stays.
  let whole: string | undefined
  const look = () => {
    const path = pathOf()
    whole = undefined
    void whenInitialQueriesSettled().then(() => {
      if (path !== pathOf()) return
      whole = path
      storeSnapshot(root, path)
    })
  }
  if (hasSessionEnded()) forget()
  onSessionEnd(forget)
  // A change of language, theme or text size deletes the snapshots; the next rendered page is
  // stored again.
  new MutationObserver(forget).observe(document.documentElement, {
    attributes: true,
    attributeFilter: ROOT_ATTRIBUTES,
  })
  followScreens(look)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden' && whole === pathOf()) storeSnapshot(root, whole)
  })
  look()
}

function storeSnapshot(root: HTMLElement, path: string): void {
  if (currentSession() === null || hasSessionEnded() || !PAGES.test(path)) return
  const frame = takeSnapshot(root)
  // If the disk is full, only the snapshot is lost.
  if (frame !== undefined && !closed)
    void savePageSnapshot(location.pathname, frame).catch(() => {})
}

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
