import * as v from 'valibot'
import type { Bytes } from '#contract/bytes'
import type { PrecachedFile } from '#contract/packs'
import { hashFile, hashPage, readSettingsBlock } from '#contract/page-hash'
import { PAGE_SETTINGS_CHANGED } from '#offline/transport/worker-messages'
import { findPageSnapshot, renderSnapshotPage } from './snapshot-page.ts'

declare const self: ServiceWorkerGlobalScope

const { scope } = self.registration
const PAGE = 'index.html'
/** The cache with the files of this build and of the previous build. */
const FILES = `files ${scope}`
/**
 * The cache of files that are not precached. A file is stored when a page first requests it, and the
 * next build deletes the cache.
 */
const USED = `used ${scope}`
/**
 * The cache in which the worker stores three lists: the files of its build, which the next worker
 * needs; the files of the previous build, which tabs that have not been reloaded need; and the packs
 * that pages have requested.
 */
const NOTES = `notes ${scope}`
/**
 * The cache of the school's public content, in the version that the cached page's settings name.
 */
const CONTENT = `content ${scope}`
const CONTENT_FOLDER = new URL('content/', scope).href
const BUILD = 'build'
const BUILD_BEFORE = 'build-before'
const PACKS = 'packs'
const AT_ONCE = 4
const TRIES = 6
/** The folder of a build's files. */
const IN_BUILD = /^assets\/[^/]+\//

const entries = self.precacheList.filter(({ packs }) => packs?.length !== 0)
/** The hashes of all files of this build, by URL. */
const hashes = new Map(self.precacheList.map((entry) => [addressOf(entry), entry.hash]))
const keys = new Map(entries.map((entry) => [addressOf(entry), keyOf(entry)]))

/** The id of this build: the hash of its page. */
export const buildVersion = entries.find(({ url }) => url === PAGE)?.hash ?? ''

/**
 * Precaches the files of this build. The files of the build in use stay until this build replaces
 * it. Rejects if a file cannot be fetched.
 */
export async function precacheBuild(): Promise<void> {
  const packs = await readNote(PACKS)
  await precacheFiles(
    entries.filter(
      (entry) => entry.packs === undefined || entry.packs.some((pack) => packs.includes(pack)),
    ),
  )
  await precacheContent()
}

/**
 * Updates the cached page if the campus has changed the settings that the server puts into the page
 * (its name, what it offers). Also updates the school's public content, and then notifies open
 * pages. A page of another release is not cached here, because that release has its own worker.
 * Without a network nothing changes.
 */
export async function refreshCachedPage(): Promise<void> {
  const entry = entries.find(({ url }) => url === PAGE)
  const before = await (await findCachedPage())?.text()
  if (entry === undefined || before === undefined) return
  try {
    const answer = await fetch(addressOf(entry), { credentials: 'same-origin', cache: 'no-cache' })
    const html = await answer.text()
    if (!answer.ok || html === before || (await hashPage(html)) !== entry.hash) return
    const cache = await caches.open(FILES)
    await cache.put(keyOf(entry), new Response(html, { headers: answer.headers }))
    await precacheContent()
  } catch {
    return
  }
  for (const page of await self.clients.matchAll()) page.postMessage(PAGE_SETTINGS_CHANGED)
}

const Settings = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ content: v.pipe(v.string(), v.regex(/^[\w-]+$/)) }),
)

// The content is cached under one key, so that there is only one version. A page that still names
// an older version gets the newer version too.
async function precacheContent(): Promise<void> {
  const page = await (await findCachedPage())?.text()
  const said = v.safeParse(Settings, readSettingsBlock(page ?? ''))
  if (!said.success || (await readNote(CONTENT)).includes(said.output.content)) return
  const version = said.output.content
  const answer = await fetch(`${CONTENT_FOLDER}${version}.json`, { cache: 'reload' })
  const bytes = new Uint8Array(await answer.arrayBuffer())
  if (!answer.ok || (await hashFile(bytes)) !== version)
    throw new Error(`content/${version}.json is not of this version`)
  const cache = await caches.open(CONTENT)
  await cache.put(CONTENT_FOLDER, new Response(bytes, { headers: answer.headers }))
  await writeNote(CONTENT, [version])
}

/** Precaches a pack of files, for this build and for later builds. */
export async function precachePack(pack: string): Promise<void> {
  await precacheFiles(entries.filter(({ packs }) => packs?.includes(pack)))
  await writeNote(PACKS, [...new Set([...(await readNote(PACKS)), pack])])
}

async function precacheFiles(wanted: readonly PrecachedFile[]): Promise<void> {
  const cache = await caches.open(FILES)
  const kept = new Set((await cache.keys()).map(({ url }) => url))
  const missing = wanted.filter((entry) => !kept.has(keyOf(entry)))
  const next = async (): Promise<void> => {
    const entry = missing.shift()
    if (entry === undefined) return
    const answer = await fetchVerified(entry)
    // The response is stored without its URL: scripts resolve imports relative to the URL of their
    // response, and a later build might use this file under another URL. In addition, a browser
    // does not accept a redirected response to a navigation.
    await cache.put(keyOf(entry), new Response(answer.body, { headers: answer.headers }))
    await next()
  }
  await Promise.all(Array.from({ length: AT_ONCE }, next))
}

/**
 * Fetches a file of this build and verifies its hash. A file that a cache or an intermediary has
 * changed is fetched again, bypassing every cache; after the last attempt the installation fails.
 * While a campus replaces its processes one after the other, a file can also come from another
 * release.
 */
async function fetchVerified(entry: PrecachedFile): Promise<Response> {
  for (let tries = 1; ; tries++) {
    // The HTTP cache is used for the files in a build's folder, because the folder is named after
    // its content. Every other file must be the newest.
    const mayBeOld = tries === 1 && IN_BUILD.test(entry.url)
    const answer = await fetch(addressOf(entry), {
      credentials: 'same-origin',
      cache: mayBeOld ? 'default' : 'reload',
    })
    if (!answer.ok) throw new Error(`${entry.url}: ${answer.status}`)
    const bytes = new Uint8Array(await answer.arrayBuffer())
    if ((await hashOf(entry.url, bytes)) === entry.hash)
      return new Response(bytes, { headers: answer.headers })
    if (tries === TRIES) throw new Error(`${entry.url} is not of this release`)
  }
}

const hashOf = (url: string, bytes: Bytes): Promise<string> =>
  url === PAGE ? hashPage(new TextDecoder().decode(bytes)) : hashFile(bytes)

/**
 * Answers a navigation from the phone, whether or not there is a network: with the app's cached
 * page and the snapshot of this URL, or with `rendered`, the page that the campus rendered for
 * visitors about whom the phone stores nothing, or with the cached page alone.
 */
export async function respondWithPage(
  request: Request,
  rendered: Promise<Response | undefined>,
): Promise<Response> {
  const [page, seen] = await Promise.all([findCachedPage(), findPageSnapshot(request)])
  if (page === undefined) return fetch(request)
  const snapshot = seen && (await renderSnapshotPage(page, seen, (address) => keys.has(address)))
  return snapshot ?? (await rendered.catch(() => undefined)) ?? page
}

/** The app's page of this build. */
export const findCachedPage = (): Promise<Response | undefined> =>
  matchCachedFile(new URL(PAGE, scope).href)

/**
 * Answers a request with the cached file, or from the network. A file of the app that came from the
 * network is cached for later requests. A file with a wrong hash is not accepted.
 */
export async function respondWithFile(request: Request): Promise<Response> {
  const kept =
    (await matchCachedFile(request.url)) ??
    (await caches.match(request.url, { cacheName: USED, ignoreVary: true }))
  if (kept !== undefined) return kept
  const content = request.url.startsWith(CONTENT_FOLDER)
    ? await caches.match(CONTENT_FOLDER, { cacheName: CONTENT, ignoreVary: true })
    : undefined
  if (content !== undefined) return content
  const hash = hashes.get(request.url)
  const answer = await fetch(request)
  if (hash === undefined || !answer.ok || answer.redirected) return answer
  const whole =
    (await verifyHash(answer, hash)) ?? (await verifyHash(await fetchPastCache(request), hash))
  if (whole === undefined) return Response.error()
  const copy = whole.clone()
  // A full disk must not make the response fail, so errors of caching are ignored.
  await caches
    .open(USED)
    .then((cache) => cache.put(request.url, copy))
    .catch(() => {})
  return whole
}

const fetchPastCache = ({ url }: Request) =>
  fetch(url, { credentials: 'same-origin', cache: 'reload' })

async function verifyHash(answer: Response, hash: string): Promise<Response | undefined> {
  const bytes = new Uint8Array(await answer.arrayBuffer())
  return (await hashFile(bytes)) === hash
    ? new Response(bytes, { headers: answer.headers })
    : undefined
}

async function matchCachedFile(address: string): Promise<Response | undefined> {
  const key = keys.get(address) ?? (await findReplacedKey(address))
  return key === undefined ? undefined : caches.match(key, { cacheName: FILES, ignoreVary: true })
}

// The records are read each time: until this worker has written its own records, they are those of
// an earlier worker.
async function findReplacedKey(address: string): Promise<string | undefined> {
  const [current, replaced] = await Promise.all([readNote(BUILD), readNote(BUILD_BEFORE)])
  return parseKeys([...replaced, ...current]).get(address)
}

const parseKeys = (lines: readonly string[]) =>
  new Map(
    lines.map((line): [string, string] => {
      // Earlier builds recorded only the URL of a file.
      const [address = '', key = address] = line.split(' ')
      return [address, key]
    }),
  )

/**
 * Deletes all files except those of this build and of the previous build. A tab that has not been
 * reloaded since the update, because a form is open in it, still requests the files of the previous
 * build.
 */
export async function deleteOldBuilds(): Promise<void> {
  const cache = await caches.open(FILES)
  const replaced = await readNote(BUILD)
  const wanted = new Set([...keys.values(), ...parseKeys(replaced).values()])
  await Promise.all(
    (await cache.keys())
      .filter(({ url }) => !wanted.has(url))
      .map((request) => cache.delete(request)),
  )
  await writeNote(BUILD_BEFORE, replaced)
  await writeNote(
    BUILD,
    [...keys].map((pair) => pair.join(' ')),
  )
  await caches.delete(USED)
}

function addressOf({ url }: PrecachedFile): string {
  return new URL(url, scope).href
}

/**
 * The cache key of a file. It does not contain the build's folder, so that an unchanged file of a
 * later build is not cached twice.
 */
function keyOf({ url, hash }: PrecachedFile): string {
  return new URL(`${url.replace(IN_BUILD, 'assets/')}?hash=${hash}`, scope).href
}

async function readNote(name: string): Promise<string[]> {
  const note = await caches.match(name, { cacheName: NOTES })
  return note === undefined ? [] : (await note.text()).split('\n')
}

async function writeNote(name: string, lines: readonly string[]): Promise<void> {
  await (await caches.open(NOTES)).put(name, new Response(lines.join('\n')))
}
