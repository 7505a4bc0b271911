import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import * as v from 'valibot'
import { apiSegments, backendSegments, isFileAddress } from '#contract/addresses'
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
import { requestLanguage } from '../http/dispatch.ts'
import { plainErrorResponse } from '../http/responses.ts'
import { robotsText } from '../http/robots.ts'
import { openRenderedPages } from '../ssr/open-rendered-pages.ts'
import type { RenderBackend } from '../ssr/page-cache.ts'
import { withHtmlLanguage, type RenderedPage, settingsBlock } from '../ssr/rendered-page.ts'
import { pageLanguage } from './page-language.ts'

/** First segments of addresses that are never pages: calls, the server's own, files of a build. */
const NON_PAGE_SEGMENTS = new Set([...apiSegments, ...backendSegments, 'assets'])

/**
 * What a browser wants to show (Sec-Fetch-Dest). Who does not say what it wants may be anybody: a
 * monitor, a preview, curl.
 */
const DOCUMENT_DESTINATIONS = new Set([undefined, 'document', 'frame', 'iframe'])

/** Is it wanted for a tap that may come? */
const isPrefetch = (c: Context): boolean =>
  c.req.header('sec-purpose')?.startsWith('prefetch') === true

/** So long after it was fetched ahead a tap finds it without asking, seconds. */
const PREFETCH_MAX_AGE_SECONDS = 300

const MANIFEST = 'manifest.webmanifest'

/** How many files of other releases stay in memory. */
const MAX_CACHED_RELEASE_FILES = 200

/** How many versions of the school's content can be had. */
const MAX_CONTENT_VERSIONS = 4

/** Files of the build that a file of the same name in the campus's public folder replaces. */
const REPLACEABLE = new Set(['robots.txt', 'favicon.ico'])

/** The built app with the settings put into its page. */
export interface StaticApp {
  readonly indexHtml: string
  /**
   * Put other settings into the page from now on, and another name of the installed app, '' as
   * built, into page and manifest.
   */
  readonly updateSettings: (settings: PageSettings, installName?: string) => void
  /**
   * What the school has written for everybody, which the worker keeps with the app: served by its
   * version, which the settings name.
   */
  readonly updateContent: (text: string) => Promise<string>
  /**
   * Answer a GET for a file or a page; `path` begins with a slash and lacks the base path, which
   * has none at its end.
   */
  readonly serve: (c: Context, path: string, campus: RenderBackend) => Promise<Response>
}

/**
 * Read the built app. Its page learns the settings from a block of data, which no policy has to
 * allow as script.
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
  /** The files of all releases that are in use, a folder for each build. */
  filesDir: string
  /** What lies here is served too, from the moment that it is put there. */
  publicDir: string
  /** Without a slash at its end. */
  basePath: string
  settings: PageSettings
  installName?: string
  /** Public pages may be found: another robots.txt than the build's; the campus's own goes before it. */
  searchEngines?: boolean
  /** Something went wrong that nobody who asks has to know. */
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
  const drawn = openRenderedPages({
    appDir,
    canvas: () => index?.canvas ?? { frame: indexHtml, settings },
    onFault,
  })
  const files = indexFilesBelow(appDir)
  const said = robotsText({ basePath, searchEngines })
  const robots = said === undefined ? undefined : createTextFile('.txt', said)
  const dropped = createFolderReader(publicDir)
  publishReleaseFiles({ appDir, filesDir, dataDir })
  // Looked for when it is asked for: a newer release may have laid it there since this one began.
  const others = createFolderReader(join(filesDir, 'assets'), MAX_CACHED_RELEASE_FILES)
  const asset = async (name: string): Promise<StaticFile | undefined> => {
    const own = files.get(`assets/${name}`)
    try {
      if (own !== undefined) return own()
    } catch {
      // A newer release was built in its place.
    }
    return others(name)
  }

  return {
    indexHtml,
    updateSettings: (said, name = '') => {
      const before = index?.canvas
      index = pageOf(said, name)
      if (!isDeepStrictEqual(before, index?.canvas)) drawn?.clear()
      manifest = built === undefined ? undefined : manifestOf(built, name)
    },
    updateContent: async (text) => {
      const version = await hashFile(new TextEncoder().encode(text))
      if (!contents.has(version)) {
        contents.set(version, createTextFile('.json', text))
        // A page that was sent a moment ago still names the one before.
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
        // Never the app's page: a script tag that gets a page fails in ways nobody understands.
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
      const isWanted = DOCUMENT_DESTINATIONS.has(c.req.header('sec-fetch-dest')) || isPrefetch(c)
      const isPage = !NON_PAGE_SEGMENTS.has(first) && !isFileAddress(path) && isWanted
      if (!isPage) return missing(c)
      if (index === undefined) return c.text(refusalTexts.notBuilt[requestLanguage(c)], 503)
      const open = findPublicPage(path)
      if (open === undefined) return sendPage(c, index)
      // Who says that the phone has something of its own gets the frame; so does a question.
      c.header('Vary', 'Cookie', { append: true })
      const page = isAnonymousVisit(c)
        ? await drawn?.find(open, pageLanguage(c), campus)
        : undefined
      return page === undefined ? sendPage(c, index) : sendRenderedPage(c, page)
    },
  }
}

/** Does nothing of this visit show that the page would be another than everybody's? */
const isAnonymousVisit = (c: Context): boolean =>
  getCookie(c, PERSONALIZED_COOKIE) === undefined &&
  new URL(c.req.url).search === '' &&
  // The messaging app is asked who this is.
  !/MicroMessenger/i.test(c.req.header('user-agent') ?? '')

// No page of one address may stand in for the other, so no cache on the way keeps either for others.
function sendRenderedPage(c: Context, { file, policy, nextAddress }: RenderedPage): Response {
  c.header('Vary', 'Accept-Language', { append: true })
  c.header('Content-Security-Policy', policy)
  // In a header, which is read before the page: asked for behind the scripts it would come behind
  // them, and whoever taps before they are there would wait until the last of them has come.
  if (nextAddress !== undefined)
    c.header('Link', `<${nextAddress}>; rel=prefetch; fetchpriority=high`)
  // The app looks at what it takes over, so what is a few minutes old does no harm.
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

// iOS takes the name from the page, Android from the manifest.
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
