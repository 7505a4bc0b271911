import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import * as v from 'valibot'
import { apiSegments, backendSegments, isFileAddress } from '#contract/addresses'
import { OWN_PHONE } from '#contract/own-phone'
import { hashOfFile, INSTALL_NAME } from '#contract/page-frame'
import type { PageSettings } from '#contract/page-settings'
import { publicPage } from '#contract/public-pages'
import { refusalTexts } from '#i18n/refusals'
import type { Language } from '#i18n/translate'
import { openDrawnPages } from '../drawing/open.ts'
import { inLanguage, type SentPage, settingsBlock } from '../drawing/page.ts'
import type { Campus } from '../drawing/pages.ts'
import { plainProblem } from '../http/answers.ts'
import { languageOf } from '../http/dispatch.ts'
import { robotsText } from '../http/robots.ts'
import { DIFFERENCE, dictionaryFor, findDifference } from './differences/format.ts'
import { fileOf, filesBelow, type SentFile } from './files.ts'
import { keepFiles } from './kept-files.ts'
import { languageOfPage } from './page-language.ts'
import { publicFiles } from './public-folder.ts'
import { send } from './send.ts'

/** First segments of addresses that are never pages: calls, the server's own, files of a build. */
const NO_PAGES = new Set([...apiSegments, ...backendSegments, 'assets'])

/**
 * What a browser wants to show (Sec-Fetch-Dest). Who does not say what it wants may be anybody: a
 * monitor, a preview, curl.
 */
const SHOWN = new Set([undefined, 'document', 'frame', 'iframe'])

/** Is it wanted for a tap that may come? */
const isPrefetch = (c: Context): boolean =>
  c.req.header('sec-purpose')?.startsWith('prefetch') === true

/** So long after it was fetched ahead a tap finds it without asking, seconds. */
const AHEAD_SECONDS = 300

const MANIFEST = 'manifest.webmanifest'

/** How many files of other releases stay in memory. */
const OTHERS_KEPT = 200

/** How many versions of the school's content can be had. */
const CONTENTS_KEPT = 4

/** Files of the build that a file of the same name in the campus's public folder replaces. */
const REPLACEABLE = new Set(['robots.txt', 'favicon.ico'])

/** The built app with the settings put into its page. */
export interface App {
  readonly indexHtml: string
  /**
   * Put other settings into the page from now on, and another name of the installed app, '' as
   * built, into page and manifest.
   */
  readonly tell: (settings: PageSettings, installName?: string) => void
  /**
   * What the school has written for everybody, which the worker keeps with the app: served by its
   * version, which the settings name.
   */
  readonly tellContent: (text: string) => Promise<string>
  /**
   * Answer a GET for a file or a page; `path` begins with a slash and lacks the base path, which
   * has none at its end.
   */
  readonly serve: (c: Context, path: string, campus: Campus) => Promise<Response>
}

/**
 * Read the built app. Its page learns the settings from a block of data, which no policy has to
 * allow as script.
 */
export function readApp({
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
}): App {
  const indexPath = join(appDir, 'index.html')
  const isBuilt = existsSync(indexPath)
  const indexHtml = isBuilt ? readFileSync(indexPath, 'utf8') : ''
  const pageOf = (said: PageSettings, name: string) => {
    if (!isBuilt) return undefined
    const frame = installedAs(indexHtml, name)
    const page = frame.replace('<!--settings-->', () => settingsBlock(said))
    return {
      canvas: { frame, settings: said },
      zh: fileOf('.html', inLanguage(page, 'zh')),
      en: fileOf('.html', inLanguage(page, 'en')),
    }
  }
  const manifestPath = join(appDir, MANIFEST)
  const built = existsSync(manifestPath) ? readFileSync(manifestPath, 'utf8') : undefined
  const contents = new Map<string, SentFile>()
  let index = pageOf(settings, installName)
  let manifest = built === undefined ? undefined : manifestOf(built, installName)
  const drawn = openDrawnPages({
    appDir,
    canvas: () => index?.canvas ?? { frame: indexHtml, settings },
    onFault,
  })
  const files = filesBelow(appDir)
  const said = robotsText({ basePath, searchEngines })
  const robots = said === undefined ? undefined : fileOf('.txt', said)
  const dropped = publicFiles(publicDir)
  keepFiles({ appDir, filesDir, dataDir })
  // Looked for when it is asked for: a newer release may have laid it there since this one began.
  const others = publicFiles(join(filesDir, 'assets'), OTHERS_KEPT)
  const asset = async (name: string): Promise<SentFile | undefined> => {
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
    tell: (said, name = '') => {
      const before = index?.canvas
      index = pageOf(said, name)
      if (!isDeepStrictEqual(before, index?.canvas)) drawn?.forget()
      manifest = built === undefined ? undefined : manifestOf(built, name)
    },
    tellContent: async (text) => {
      const version = await hashOfFile(new TextEncoder().encode(text))
      if (!contents.has(version)) {
        contents.set(version, fileOf('.json', text))
        // A page that was sent a moment ago still names the one before.
        const [oldest = ''] = contents.keys()
        if (contents.size > CONTENTS_KEPT) contents.delete(oldest)
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
        c.header('Use-As-Dictionary', dictionaryFor(basePath, file))
        c.header('Vary', 'Available-Dictionary', { append: true })
        const known = c.req.header('available-dictionary')
        const less = await findDifference(filesDir, file, known)
        return send(c, less ? differing(found, less) : found, 'public, max-age=31536000, immutable')
      }
      if (name === 'index.html' && index !== undefined) return sendPage(c, index)
      if (name === MANIFEST && manifest !== undefined) return send(c, manifest, 'no-cache')
      const content = contents.get(/^content\/([\w-]+)\.json$/.exec(name)?.[1] ?? '')
      if (content !== undefined) return send(c, content, 'public, max-age=31536000, immutable')
      const shipped = files.get(name)
      const isOwn = shipped === undefined || REPLACEABLE.has(name)
      const made = name === 'robots.txt' ? robots : undefined
      const found = (isOwn ? await dropped(name) : undefined) ?? made ?? shipped?.()
      if (found !== undefined) return send(c, found, 'no-cache')
      const isWanted = SHOWN.has(c.req.header('sec-fetch-dest')) || isPrefetch(c)
      const isPage = !NO_PAGES.has(first) && !isFileAddress(path) && isWanted
      if (!isPage) return missing(c)
      if (index === undefined) return c.text(refusalTexts.notBuilt[languageOf(c)], 503)
      const open = publicPage(path)
      if (open === undefined) return sendPage(c, index)
      // Who says that the phone has something of its own gets the frame; so does a question.
      c.header('Vary', 'Cookie', { append: true })
      const page = isStranger(c) ? await drawn?.find(open, languageOfPage(c), campus) : undefined
      return page === undefined ? sendPage(c, index) : sendDrawn(c, page)
    },
  }
}

/** Does nothing of this visit show that the page would be another than everybody's? */
const isStranger = (c: Context): boolean =>
  getCookie(c, OWN_PHONE) === undefined &&
  new URL(c.req.url).search === '' &&
  // The messaging app is asked who this is.
  !/MicroMessenger/i.test(c.req.header('user-agent') ?? '')

// No page of one address may stand in for the other, so no cache on the way keeps either for others.
function sendDrawn(c: Context, { file, policy, next }: SentPage): Response {
  c.header('Vary', 'Accept-Language', { append: true })
  c.header('Content-Security-Policy', policy)
  // In a header, which is read before the page: asked for behind the scripts it would come behind
  // them, and whoever taps before they are there would wait until the last of them has come.
  if (next !== undefined) c.header('Link', `<${next}>; rel=prefetch; fetchpriority=high`)
  // The app looks at what it takes over, so what is a few minutes old does no harm.
  const age = isPrefetch(c) ? `max-age=${AHEAD_SECONDS}` : 'no-cache'
  return send(c, file, `private, ${age}`)
}

function sendPage(c: Context, page: Readonly<Record<Language, SentFile>>): Response {
  c.header('Vary', 'Accept-Language', { append: true })
  return send(c, page[languageOf(c)], 'no-cache')
}

const differing = (file: SentFile, difference: Uint8Array<ArrayBuffer>): SentFile => ({
  ...file,
  bytes: { ...file.bytes, [DIFFERENCE]: difference },
})

function missing(c: Context): Response {
  const { body, status } = plainProblem(404, refusalTexts.notFound, languageOf(c))
  c.header('Cache-Control', 'no-store')
  return c.json(body, status)
}

// iOS takes the name from the page, Android from the manifest.
const installedAs = (html: string, name: string): string =>
  name === '' ? html : html.replace(INSTALL_NAME, (_, before: string) => before + asAttribute(name))

const asAttribute = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

function manifestOf(built: string, name: string): SentFile {
  if (name === '') return fileOf('.webmanifest', built)
  const said = v.parse(v.pipe(v.string(), v.parseJson(), v.looseObject({})), built)
  return fileOf('.webmanifest', JSON.stringify({ ...said, name, short_name: name }))
}
