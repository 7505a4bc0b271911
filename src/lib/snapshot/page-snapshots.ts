import { classNamesIn, usesOnlyClasses, stripParentheses } from '#contract/page-classes'
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
import { asServerTime, serverNow } from '../platform/server-clock.ts'
import { registerPersonalStore } from '../session/personal-data.ts'
import { currentSession, hasSessionEnded, onSessionEnd } from '../session/session.ts'
import { toStaticHtml } from './static-html.ts'

/** The pages that are opened in a hurry: home, the timetable, the steps. */
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

/** Forget what all pages showed; a phone without storage has nothing to forget. */
export const clearPageSnapshots = (): Promise<void> => deletePageSnapshots().catch(() => {})

/**
 * Keep what the pages in `PAGES` show, for the first frame of the next visit. `followScreens` calls
 * its listener after each page that was drawn; `pathOf` is the address below the app's own.
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
  // What is still being read is no page yet: whoever leaves it keeps what was there before.
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
  // Another language or look: the next page that is drawn is kept anew.
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
  // A full phone costs the first frame, nothing else.
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
  // Without a file of its look that did not come, the page is not shown as it is.
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

// What did not come is a sheet all the same, whose rules a browser gives to nobody.
function isReadable(sheet: CSSStyleSheet): boolean {
  try {
    return sheet.cssRules.length >= 0
  } catch {
    return false
  }
}

// The age of the oldest words that are shown. Not "today": it is read on another day.
function describeOldestData(): string {
  const times = queryClient
    .getQueryCache()
    .findAll({ type: 'active' })
    .flatMap(({ state }) => (state.dataUpdatedAt > 0 ? [state.dataUpdatedAt] : []))
  const language = currentLanguage()
  const when = chinaNow(asServerTime(Math.min(Date.now(), ...times)))
  return cachedReadTexts.seen[language](`${formatShortDay(when, language)} ${when.slice(11, 16)}`)
}

/**
 * The rules of the page's style sheets that this HTML has use for, in their order, as CSS: of no
 * other class, and nothing that moves.
 */
function extractUsedCss(sheets: Iterable<CSSStyleSheet>, html: string): string {
  const used = classNamesIn(html)
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
