import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import * as v from 'valibot'
import { apiPathSegments, backendPathSegments, isFileAddress } from '#contract/addresses'
import { PERSONALIZED_COOKIE } from '#contract/headers-and-cookies'
import { hashFile, INSTALL_NAME_PATTERN } from '#contract/page-hash'
import type { PageSettings } from '#contract/page-settings'
import { findPublicPage } from '#contract/public-pages'
import { refusalTexts } from '#i18n/refusals'
import type { Language } from '#i18n/translate'
import {
  DELTA_ENCODING,
  formatUseAsDictionary,
  findDelta,
} from '../files/dictionary-deltas/format.ts'
import { createFolderReader } from '../files/folder-reader.ts'
import { publishReleaseFiles } from '../files/release-files.ts'
import { sendStaticFile } from '../files/send-static-file.ts'
import { createTextFile, indexFilesBelow, type StaticFile } from '../files/static-file.ts'
import { requestLanguage } from '../http/incoming-request.ts'
import { plainErrorResponse } from '../http/responses.ts'
import { robotsText } from '../http/robots.ts'
import { openRenderedPages } from '../ssr/open-rendered-pages.ts'
import type { RenderBackend } from '../ssr/page-cache.ts'
import { withHtmlLanguage, type RenderedPage, settingsBlock } from '../ssr/rendered-page.ts'
import { negotiatePageLanguage } from './page-language.ts'

/** First path segments that are never pages: calls, the server's own paths, files of a build. */
const NON_PAGE_SEGMENTS = new Set([...apiPathSegments, ...backendPathSegments, 'assets'])

/**
 * The values of Sec-Fetch-Dest for which a page is served. Clients without the header (monitors,
 * link previews, curl) get pages too.
 */
const DOCUMENT_DESTINATIONS = new Set([undefined, 'document', 'frame', 'iframe'])

/** Whether this is a prefetch of a page that the visitor might open next. */
const isPrefetch = (c: Context): boolean =>
  c.req.header('sec-purpose')?.startsWith('prefetch') === true

/** Whether the service worker fetches a page to store it: other fetches do not ask for HTML. */
const isWorker = (c: Context): boolean => c.req.header('accept') === 'text/html'

/** The time for which a prefetched page can be used without revalidation, seconds. */
const PREFETCH_MAX_AGE_SECONDS = 300

const MANIFEST = 'manifest.webmanifest'

/** The maximum of files of other releases in memory. */
const MAX_CACHED_RELEASE_FILES = 200

/** The number of versions of the school's content that are served. */
const MAX_CONTENT_VERSIONS = 4

/**
 * The files of the build that the campus can replace by files of the same name in its public
 * folder.
 */
const REPLACEABLE = new Set(['robots.txt', 'favicon.ico'])

/** The built app, with the settings inserted into its page. */
export interface StaticApp {
  readonly indexHtml: string
  /**
   * Replaces the settings in the page, and the name of the installed app in page and manifest; with
   * '' it is the name from the build.
   */
  readonly updateSettings: (settings: PageSettings, installName?: string) => void
  /**
   * Replaces the school's public texts, which the service worker precaches with the app. Resolves
   * to the version of the texts; the version is part of their address, and the settings contain it.
   */
  readonly updateContent: (text: string) => Promise<string>
  /** Answers a GET for a file or a page. `path` begins with a slash and omits the base path. */
  readonly serve: (c: Context, path: string, campus: RenderBackend) => Promise<Response>
}

/**
 * Reads the built app. Its page contains the settings as a data block, because the
 * Content-Security-Policy does not have to allow a data block as a script.
 */
export function openStaticApp({
  appDir,
  dataDir,
  filesDir,
  publicDir,
  basePath,
  settings,
  installName = '',
  searchEngines = false,
  onFault = () => {},
}: {
  appDir: string
  dataDir: string
  /** The files of all releases in use, with a folder for each build. */
  filesDir: string
  /**
   * The folder of the campus's files, which are served in addition to the app's, as soon as they
   * appear.
   */
  publicDir: string
  /** The base path, without a trailing slash. */
  basePath: string
  settings: PageSettings
  installName?: string
  /**
   * Whether public pages may be indexed. If so, another robots.txt than the build's is served,
   * unless the campus has its own.
   */
  searchEngines?: boolean
  /** Called for errors that do not affect a response. */
  onFault?: (error: unknown) => void
}): StaticApp {
  const indexPath = join(appDir, 'index.html')
  const isBuilt = existsSync(indexPath)
  const indexHtml = isBuilt ? readFileSync(indexPath, 'utf8') : ''
  const pageOf = (said: PageSettings, name: string) => {
    if (!isBuilt) return undefined
    const frame = withInstallName(indexHtml, name)
    const page = frame.replace('<!--settings-->', () => settingsBlock(said))
    return {
      canvas: { frame, settings: said },
      zh: createTextFile('.html', withHtmlLanguage(page, 'zh')),
      en: createTextFile('.html', withHtmlLanguage(page, 'en')),
    }
  }
  const manifestPath = join(appDir, MANIFEST)
  const built = existsSync(manifestPath) ? readFileSync(manifestPath, 'utf8') : undefined
  const contents = new Map<string, StaticFile>()
  let index = pageOf(settings, installName)
  let manifest = built === undefined ? undefined : manifestOf(built, installName)
  const renderedPages = openRenderedPages({
    appDir,
    canvas: () => index?.canvas ?? { frame: indexHtml, settings },
    onFault,
  })
  const files = indexFilesBelow(appDir)
  const said = robotsText({ basePath, searchEngines })
  const robots = said === undefined ? undefined : createTextFile('.txt', said)
  const dropped = createFolderReader(publicDir)
  publishReleaseFiles({ appDir, filesDir, dataDir })
  // These files are read on request, because a newer release might have published files since this
  // process started.
  const others = createFolderReader(join(filesDir, 'assets'), MAX_CACHED_RELEASE_FILES)
  const asset = async (name: string): Promise<StaticFile | undefined> => {
    const own = files.get(`assets/${name}`)
    try {
      if (own !== undefined) return own()
    } catch {
      // A newer build in the same folder has replaced the file.
    }
    return others(name)
  }

  return {
    indexHtml,
    updateSettings: (said, name = '') => {
      const before = index?.canvas
      index = pageOf(said, name)
      if (!isDeepStrictEqual(before, index?.canvas)) renderedPages?.clear()
      manifest = built === undefined ? undefined : manifestOf(built, name)
    },
    updateContent: async (text) => {
      const version = await hashFile(new TextEncoder().encode(text))
      if (!contents.has(version)) {
        contents.set(version, createTextFile('.json', text))
        // Older versions are kept, because pages that were sent before still refer to them.
        const [oldest = ''] = contents.keys()
        if (contents.size > MAX_CONTENT_VERSIONS) contents.delete(oldest)
      }
      return version
    },
    serve: async (c, path, campus) => {
      const name = path.slice(1)
      const [first = ''] = name.split('/')
      if (first === 'assets') {
        const file = name.slice('assets/'.length)
        const found = await asset(file)
        // A missing asset is never answered with the app's page, which would fail when run as a
        // script.
        if (found === undefined) return missing(c)
        c.header('Use-As-Dictionary', formatUseAsDictionary(basePath, file))
        c.header('Vary', 'Available-Dictionary', { append: true })
        const known = c.req.header('available-dictionary')
        const less = await findDelta(filesDir, file, known)
        return sendStaticFile(
          c,
          less ? withDelta(found, less) : found,
          'public, max-age=31536000, immutable',
        )
      }
      if (name === 'index.html' && index !== undefined) return sendPage(c, index)
      if (name === MANIFEST && manifest !== undefined)
        return sendStaticFile(c, manifest, 'no-cache')
      const content = contents.get(/^content\/([\w-]+)\.json$/.exec(name)?.[1] ?? '')
      if (content !== undefined)
        return sendStaticFile(c, content, 'public, max-age=31536000, immutable')
      const shipped = files.get(name)
      const isOwn = shipped === undefined || REPLACEABLE.has(name)
      const made = name === 'robots.txt' ? robots : undefined
      const found = (isOwn ? await dropped(name) : undefined) ?? made ?? shipped?.()
      if (found !== undefined) return sendStaticFile(c, found, 'no-cache')
      const isWanted =
        DOCUMENT_DESTINATIONS.has(c.req.header('sec-fetch-dest')) || isPrefetch(c) || isWorker(c)
      const isPage = !NON_PAGE_SEGMENTS.has(first) && !isFileAddress(path) && isWanted
      if (!isPage) return missing(c)
      if (index === undefined) return c.text(refusalTexts.notBuilt[requestLanguage(c)], 503)
      const open = findPublicPage(path)
      if (open === undefined) return sendPage(c, index)
      // A visit with a cookie or a query gets the unrendered page, because its content might
      // differ.
      c.header('Vary', 'Cookie', { append: true })
      const page = isAnonymousVisit(c)
        ? await renderedPages?.find(open, negotiatePageLanguage(c), campus)
        : undefined
      return page === undefined ? sendPage(c, index) : sendRenderedPage(c, page)
    },
  }
}

/**
 * Whether this visit gets the public page: nothing in the request shows that its content would be
 * personal.
 */
const isAnonymousVisit = (c: Context): boolean =>
  getCookie(c, PERSONALIZED_COOKIE) === undefined &&
  new URL(c.req.url).search === '' &&
  // Inside a messaging app the visitor is identified by the messaging app.
  !/MicroMessenger|wxwork|DingTalk/i.test(c.req.header('user-agent') ?? '')

// An address has a rendered and an unrendered page, so shared caches must store neither.
function sendRenderedPage(c: Context, { file, policy, nextAddress }: RenderedPage): Response {
  c.header('Vary', 'Accept-Language', { append: true })
  c.header('Content-Security-Policy', policy)
  // A Link header starts the prefetch of the next page, because the browser reads the header before
  // the page. If the prefetch started after the scripts, the next page would arrive after them, and
  // a visitor who taps its link in the meantime would wait for all scripts.
  if (nextAddress !== undefined)
    c.header('Link', `<${nextAddress}>; rel=prefetch; fetchpriority=high`)
  // A page can be some minutes old, because the app fetches its hydration data again.
  const age = isPrefetch(c) ? `max-age=${PREFETCH_MAX_AGE_SECONDS}` : 'no-cache'
  return sendStaticFile(c, file, `private, ${age}`)
}

function sendPage(c: Context, page: Readonly<Record<Language, StaticFile>>): Response {
  c.header('Vary', 'Accept-Language', { append: true })
  return sendStaticFile(c, page[requestLanguage(c)], 'no-cache')
}

const withDelta = (file: StaticFile, difference: Uint8Array<ArrayBuffer>): StaticFile => ({
  ...file,
  bytes: { ...file.bytes, [DELTA_ENCODING]: difference },
})

function missing(c: Context): Response {
  const { body, status } = plainErrorResponse(404, refusalTexts.notFound, requestLanguage(c))
  c.header('Cache-Control', 'no-store')
  return c.json(body, status)
}

// iOS reads the name of the installed app from the page, Android from the manifest.
const withInstallName = (html: string, name: string): string =>
  name === ''
    ? html
    : html.replace(INSTALL_NAME_PATTERN, (_, before: string) => before + asAttribute(name))

const asAttribute = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

function manifestOf(built: string, name: string): StaticFile {
  if (name === '') return createTextFile('.webmanifest', built)
  const said = v.parse(v.pipe(v.string(), v.parseJson(), v.looseObject({})), built)
  return createTextFile('.webmanifest', JSON.stringify({ ...said, name, short_name: name }))
}
