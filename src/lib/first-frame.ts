import { cachedReadTexts } from '#i18n/cached-reads'
import { type FirstFrame, forgetFrames, keepFrame } from '#offline/first-frame'
import { asServerTime, serverNow } from './clock.ts'
import { currentLanguage } from './language.ts'
import { chinaNow, shortDay } from './moments.ts'
import { keepsPersonal } from './personal.ts'
import { queryClient } from './query-client.ts'
import { firstReadsEnded } from './quiet.ts'
import { seenOf } from './seen.ts'
import { currentSession, hasEnded, onSessionEnd } from './session.ts'
import { usedStyles } from './used-styles.ts'

/** The pages that are opened in a hurry: home, the timetable, the steps. */
const PAGES = /^\/(searchcourse\/[^/]+|welcome\/[^/]+)?$/
const LONGEST_MS = 30 * 86_400_000
const ROOT_ATTRIBUTES = ['lang', 'data-theme', 'data-text', 'data-desk']

let closed = false
keepsPersonal({
  open: () => {
    closed = false
  },
  close: () => {
    closed = true
  },
})

/** Forget what all pages showed; a phone without storage has nothing to forget. */
export const forgetFirstFrames = (): Promise<void> => forgetFrames().catch(() => {})

/**
 * Keep what the pages in `PAGES` show, for the first frame of the next visit. `followScreens` calls
 * its listener after each page that was drawn; `pathOf` is the address below the app's own.
 */
export function followFrames({
  root,
  pathOf,
  followScreens,
}: {
  root: HTMLElement
  pathOf: () => string
  followScreens: (listen: () => void) => void
}): void {
  const forget = () => void forgetFirstFrames()
  // What is still being read is no page yet: whoever leaves it keeps what was there before.
  let whole: string | undefined
  const look = () => {
    const path = pathOf()
    whole = undefined
    void firstReadsEnded().then(() => {
      if (path !== pathOf()) return
      whole = path
      keep(root, path)
    })
  }
  if (hasEnded()) forget()
  onSessionEnd(forget)
  // Another language or look: the next page that is drawn is kept anew.
  new MutationObserver(forget).observe(document.documentElement, {
    attributes: true,
    attributeFilter: ROOT_ATTRIBUTES,
  })
  followScreens(look)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden' && whole === pathOf()) keep(root, whole)
  })
  look()
}

function keep(root: HTMLElement, path: string): void {
  if (currentSession() === null || hasEnded() || !PAGES.test(path)) return
  const frame = frameOf(root)
  // A full phone costs the first frame, nothing else.
  if (frame !== undefined && !closed) void keepFrame(location.pathname, frame).catch(() => {})
}

function frameOf(root: HTMLElement): FirstFrame | undefined {
  const now = serverNow()
  const limits = [...root.querySelectorAll<HTMLElement>('[data-until]')].map(({ dataset }) =>
    Number(dataset['until']),
  )
  const until = Math.min(now + LONGEST_MS, ...limits)
  const html = until > now ? seenOf(root) : undefined
  if (html === undefined) return undefined
  const { documentElement, styleSheets } = document
  const sheets = [...styleSheets].filter(({ href }) => href !== null)
  // Without a file of its look that did not come, the page is not shown as it is.
  if (!sheets.every(isReadable)) return undefined
  return {
    html,
    age: age(),
    css: usedStyles(sheets, html),
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
function age(): string {
  const times = queryClient
    .getQueryCache()
    .findAll({ type: 'active' })
    .flatMap(({ state }) => (state.dataUpdatedAt > 0 ? [state.dataUpdatedAt] : []))
  const language = currentLanguage()
  const when = chinaNow(asServerTime(Math.min(Date.now(), ...times)))
  return cachedReadTexts.seen[language](`${shortDay(when, language)} ${when.slice(11, 16)}`)
}
