import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Language } from '#i18n/translate'
import { toChinaDay } from '../clock.ts'
import type { RenderedPage } from './rendered-page.ts'
import type { RenderFetch, Renderer } from './renderer.ts'
import type { BackendRequest, RenderOutput } from './thread-messages.ts'

/** The time for which a page is not checked again, ms. The app itself fetches the data again. */
const FRESH_FOR_MS = 5_000
/**
 * The longest wait of a request for the renderer, ms: the app takes this time to render the page
 * itself.
 */
const RENDER_WAIT_MS = 1_000
/**
 * The largest number of cached pages: enough for the notices that are read in a day, in two
 * languages.
 */
const MAX_CACHED_PAGES = 200

/** The maximum length of a page, in characters of HTML. */
const MAX_HTML_LENGTH = 100_000

/** The backend of a rendering. */
export interface RenderBackend {
  readonly fetch: RenderFetch
  readonly now: () => Date
}

/** Pages rendered for signed-out visitors, cached until their content changes. */
export interface RenderedPages {
  /**
   * Finds a page. Undefined if the app's unrendered page is to be sent. `path` is the canonical
   * path.
   */
  readonly find: (
    path: string,
    language: Language,
    campus: RenderBackend,
  ) => Promise<RenderedPage | undefined>
  /** Invalidates all pages. */
  readonly clear: () => void
}

interface CachedPage {
  /** The page; undefined if it exceeds `MAX_HTML_LENGTH`. */
  readonly page: RenderedPage | undefined
  /** The reads of its rendering. */
  readonly reads: readonly RecordedRead[]
  readonly day: string
  readonly checkedAt: number
}

interface RecordedRead {
  readonly asked: BackendRequest
  readonly answer: string
}

/**
 * Caches the pages of `drawer` by path and language. After `FRESH_FOR_MS` a page is revalidated: it
 * is rendered again if the day, or the response to one of its reads, has changed.
 */
export function cacheRenderedPages(
  drawer: Renderer,
  pageOf: (renderResult: RenderOutput, language: Language) => Promise<RenderedPage>,
): RenderedPages {
  const kept = new Map<string, CachedPage>()
  // Concurrent requests for a page wait for the same check and the same rendering.
  const running = new Map<string, Promise<RenderedPage | undefined>>()
  let forgotten = 0

  const renewed = async (
    key: string,
    { path, language, campus }: { path: string; language: Language; campus: RenderBackend },
  ): Promise<RenderedPage | undefined> => {
    const known = kept.get(key)
    const before = forgotten
    const now = campus.now()
    const day = toChinaDay(now)
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
    const renderResult = await drawer.renderPage({ path, language, now: now.getTime() }, ask)
    kept.delete(key)
    if (renderResult === undefined || before !== forgotten) return undefined
    // A page contains its content twice, as HTML and as hydration data. If it contains images, the
    // app is faster without the rendered page.
    const page =
      renderResult.html.length > MAX_HTML_LENGTH ? undefined : await pageOf(renderResult, language)
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
      // A stale page is more useful than a page without content, and the app itself fetches the
      // data again.
      return Promise.race([work, pause(RENDER_WAIT_MS, known?.page, { ref: false })])
    },
    clear: () => {
      forgotten += 1
      kept.clear()
    },
  }
}

const contentHash = (text: string) => createHash('sha256').update(text).digest('base64url')

// Whether the reads of a page have the same responses. A read that fails now counts as unchanged.
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
