import { setTimeout as pause } from 'node:timers/promises'
import type { Language } from '#words/say'
import { chinaDay } from '../clock.ts'
import type { Ask, Drawer } from './drawer.ts'
import type { SentPage } from './page.ts'
import type { Asked, Drawn } from './wire.ts'

/** What everybody may see without being known, in small letters. */
const PUBLIC = /^\/(login|more|notice(\/\d{1,9})?|schoolcalendar|schoolknow|feemenu)?$/

/** So long what was looked at stays unasked, ms. The app reads again by itself. */
const FRESH_MS = 5_000
/** Nobody waits longer for a drawing than the frame takes to be of use, ms. */
const PATIENCE_MS = 1_000
/** In two languages, so many notices as are read in a day. */
const MOST = 200

/** What a drawing takes of the campus. */
export interface Campus {
  readonly ask: Ask
  readonly now: () => Date
}

/** Pages that are drawn for strangers, kept until what is in them is another. */
export interface DrawnPages {
  /** Undefined where the frame is to be sent. `path` is below the base path. */
  readonly find: (path: string, language: Language, campus: Campus) => Promise<SentPage | undefined>
  /** Draw all of them anew. */
  readonly forget: () => void
}

interface Kept {
  readonly page: SentPage
  /** What it was made of. */
  readonly reads: readonly Read[]
  readonly day: string
  readonly checkedAt: number
}

interface Read {
  readonly asked: Asked
  readonly body: string
}

/** Is this an address whose page is the same for everybody who is not known? */
export const isPublic = (path: string): boolean => PUBLIC.test(path.toLowerCase())

/** Keep what `drawer` draws, by language and content: asked again, the campus must say the same. */
export function keepDrawn(
  drawer: Drawer,
  pageOf: (drawn: Drawn, language: Language) => Promise<SentPage>,
): DrawnPages {
  const kept = new Map<string, Kept>()
  // However many want a page at once, it is looked at and drawn once.
  const running = new Map<string, Promise<SentPage | undefined>>()

  const renewed = async (
    key: string,
    { path, language, campus }: { path: string; language: Language; campus: Campus },
  ): Promise<SentPage | undefined> => {
    const known = kept.get(key)
    const now = campus.now()
    const day = chinaDay(now)
    if (known?.day === day && (await isSame(known.reads, campus))) {
      kept.set(key, { ...known, checkedAt: performance.now() })
      return known.page
    }
    const reads: Read[] = []
    const ask: Ask = async (asked) => {
      const answer = await campus.ask(asked)
      reads.push({ asked, body: answer.body })
      return answer
    }
    const drawn = await drawer.draw({ path, language, now: now.getTime() }, ask)
    kept.delete(key)
    if (drawn === undefined) return undefined
    const page = await pageOf(drawn, language)
    kept.set(key, { page, reads, day, checkedAt: performance.now() })
    const [longestKept] = kept.keys()
    if (kept.size > MOST && longestKept !== undefined) kept.delete(longestKept)
    return page
  }

  return {
    find: async (address, language, campus) => {
      const path = address.toLowerCase()
      const key = `${language} ${path}`
      const known = kept.get(key)
      if (known !== undefined && performance.now() - known.checkedAt < FRESH_MS) return known.page
      const work =
        running.get(key) ??
        renewed(key, { path, language, campus }).finally(() => running.delete(key))
      running.set(key, work)
      return Promise.race([work, pause(PATIENCE_MS, undefined, { ref: false })])
    },
    forget: () => kept.clear(),
  }
}

// A campus that does not answer now has not changed its mind.
async function isSame(reads: readonly Read[], { ask }: Campus): Promise<boolean> {
  const all = await Promise.all(
    reads.map(async ({ asked, body }) => {
      const answer = await ask(asked)
      return answer.status >= 500 || answer.body === body
    }),
  )
  return !all.includes(false)
}
