import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Language } from '#i18n/translate'
import { chinaDay } from '../clock.ts'
import type { RenderedPage } from './rendered-page.ts'
import type { RenderFetch, Renderer } from './renderer.ts'
import type { BackendRequest, RenderOutput } from './thread-messages.ts'

/** So long what was looked at stays unasked, ms. The app reads again by itself. */
const FRESH_FOR_MS = 5_000
/** Nobody waits longer for a drawing than the frame takes to be of use, ms. */
const RENDER_WAIT_MS = 1_000
/** In two languages, so many notices as are read in a day. */
const MAX_CACHED_PAGES = 200

/** Letters of HTML. */
const MAX_HTML_LENGTH = 100_000

/** What a drawing takes of the campus. */
export interface RenderBackend {
  readonly fetch: RenderFetch
  readonly now: () => Date
}

/** Pages that are drawn for strangers, kept until what is in them is another. */
export interface RenderedPages {
  /** Undefined where the frame is to be sent. `path` is the page's one address. */
  readonly find: (
    path: string,
    language: Language,
    campus: RenderBackend,
  ) => Promise<RenderedPage | undefined>
  /** Draw all of them anew. */
  readonly clear: () => void
}

interface CachedPage {
  /** None where it has grown too heavy. */
  readonly page: RenderedPage | undefined
  /** What it was made of. */
  readonly reads: readonly RecordedRead[]
  readonly day: string
  readonly checkedAt: number
}

interface RecordedRead {
  readonly asked: BackendRequest
  readonly answer: string
}

/** Keep what `drawer` draws, by language and content: asked again, the campus must say the same. */
export function cacheRenderedPages(
  drawer: Renderer,
  pageOf: (drawn: RenderOutput, language: Language) => Promise<RenderedPage>,
): RenderedPages {
  const kept = new Map<string, CachedPage>()
  // However many want a page at once, it is looked at and drawn once.
  const running = new Map<string, Promise<RenderedPage | undefined>>()
  let forgotten = 0

  const renewed = async (
    key: string,
    { path, language, campus }: { path: string; language: Language; campus: RenderBackend },
  ): Promise<RenderedPage | undefined> => {
    const known = kept.get(key)
    const before = forgotten
    const now = campus.now()
    const day = chinaDay(now)
    if (known?.day === day && (await isUnchanged(known.reads, campus))) {
      kept.set(key, { ...known, checkedAt: performance.now() })
      return known.page
    }
    const reads: RecordedRead[] = []
    const ask: RenderFetch = async (asked) => {
      const answer = await campus.fetch(asked)
      reads.push({ asked, answer: contentHash(answer.body) })
      return answer
    }
    const drawn = await drawer.renderPage({ path, language, now: now.getTime() }, ask)
    kept.delete(key)
    if (drawn === undefined || before !== forgotten) return undefined
    // What is shown stands in it twice; with pictures the app reads it sooner by itself.
    const page = drawn.html.length > MAX_HTML_LENGTH ? undefined : await pageOf(drawn, language)
    kept.set(key, { page, reads, day, checkedAt: performance.now() })
    const [longestKept] = kept.keys()
    if (kept.size > MAX_CACHED_PAGES && longestKept !== undefined) kept.delete(longestKept)
    return page
  }

  return {
    find: async (path, language, campus) => {
      const key = `${language} ${path}`
      const known = kept.get(key)
      if (known !== undefined && performance.now() - known.checkedAt < FRESH_FOR_MS)
        return known.page
      const work =
        running.get(key) ??
        renewed(key, { path, language, campus })
          .catch(() => undefined)
          .finally(() => running.delete(key))
      running.set(key, work)
      // What was drawn before says more than the frame; the app reads again by itself.
      return Promise.race([work, pause(RENDER_WAIT_MS, known?.page, { ref: false })])
    },
    clear: () => {
      forgotten += 1
      kept.clear()
    },
  }
}

const contentHash = (text: string) => createHash('sha256').update(text).digest('base64url')

// A campus that does not answer now has not changed its mind.
async function isUnchanged(
  reads: readonly RecordedRead[],
  { fetch }: RenderBackend,
): Promise<boolean> {
  const all = await Promise.all(
    reads.map(async ({ asked, answer: known }) => {
      const answer = await fetch(asked)
      return answer.status >= 500 || contentHash(answer.body) === known
    }),
  )
  return !all.includes(false)
}
