import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Language } from '#i18n/translate'
import { chinaDay } from '../clock.ts'
import type { Ask, Drawer } from './drawer.ts'
import type { SentPage } from './page.ts'
import type { Asked, Drawn } from './wire.ts'

/** So long what was looked at stays unasked, ms. The app reads again by itself. */
const FRESH_MS = 5_000
/** Nobody waits longer for a drawing than the frame takes to be of use, ms. */
const PATIENCE_MS = 1_000
/** In two languages, so many notices as are read in a day. */
const MOST = 200

/** Letters of HTML. */
const LARGEST = 100_000

/** What a drawing takes of the campus. */
export interface Campus {
  readonly ask: Ask
  readonly now: () => Date
}

/** Pages that are drawn for strangers, kept until what is in them is another. */
export interface DrawnPages {
  /** Undefined where the frame is to be sent. `path` is the page's one address. */
  readonly find: (path: string, language: Language, campus: Campus) => Promise<SentPage | undefined>
  /** Draw all of them anew. */
  readonly forget: () => void
}

interface Kept {
  /** None where it has grown too heavy. */
  readonly page: SentPage | undefined
  /** What it was made of. */
  readonly reads: readonly Read[]
  readonly day: string
  readonly checkedAt: number
}

interface Read {
  readonly asked: Asked
  readonly answer: string
}

/** Keep what `drawer` draws, by language and content: asked again, the campus must say the same. */
export function keepDrawn(
  drawer: Drawer,
  pageOf: (drawn: Drawn, language: Language) => Promise<SentPage>,
): DrawnPages {
  const kept = new Map<string, Kept>()
  // However many want a page at once, it is looked at and drawn once.
  const running = new Map<string, Promise<SentPage | undefined>>()
  let forgotten = 0

  const renewed = async (
    key: string,
    { path, language, campus }: { path: string; language: Language; campus: Campus },
  ): Promise<SentPage | undefined> => {
    const known = kept.get(key)
    const before = forgotten
    const now = campus.now()
    const day = chinaDay(now)
    if (known?.day === day && (await isSame(known.reads, campus))) {
      kept.set(key, { ...known, checkedAt: performance.now() })
      return known.page
    }
    const reads: Read[] = []
    const ask: Ask = async (asked) => {
      const answer = await campus.ask(asked)
      reads.push({ asked, answer: nameOf(answer.body) })
      return answer
    }
    const drawn = await drawer.draw({ path, language, now: now.getTime() }, ask)
    kept.delete(key)
    if (drawn === undefined || before !== forgotten) return undefined
    // What is shown stands in it twice; with pictures the app reads it sooner by itself.
    const page = drawn.html.length > LARGEST ? undefined : await pageOf(drawn, language)
    kept.set(key, { page, reads, day, checkedAt: performance.now() })
    const [longestKept] = kept.keys()
    if (kept.size > MOST && longestKept !== undefined) kept.delete(longestKept)
    return page
  }

  return {
    find: async (path, language, campus) => {
      const key = `${language} ${path}`
      const known = kept.get(key)
      if (known !== undefined && performance.now() - known.checkedAt < FRESH_MS) return known.page
      const work =
        running.get(key) ??
        renewed(key, { path, language, campus })
          .catch(() => undefined)
          .finally(() => running.delete(key))
      running.set(key, work)
      // What was drawn before says more than the frame; the app reads again by itself.
      return Promise.race([work, pause(PATIENCE_MS, known?.page, { ref: false })])
    },
    forget: () => {
      forgotten += 1
      kept.clear()
    },
  }
}

const nameOf = (text: string) => createHash('sha256').update(text).digest('base64url')

// A campus that does not answer now has not changed its mind.
async function isSame(reads: readonly Read[], { ask }: Campus): Promise<boolean> {
  const all = await Promise.all(
    reads.map(async ({ asked, answer: known }) => {
      const answer = await ask(asked)
      return answer.status >= 500 || nameOf(answer.body) === known
    }),
  )
  return !all.includes(false)
}
