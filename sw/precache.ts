import * as v from 'valibot'
import type { Bytes } from '#contract/bytes'
import type { PrecachedFile } from '#contract/packs'
import { hashFile, hashPage, readSettingsBlock } from '#contract/page-hash'
import { PAGE_RENEWED } from '#offline/transport/worker-messages'
import { findSnapshot, renderSnapshotPage } from './snapshot-page.ts'

declare const self: ServiceWorkerGlobalScope

const { scope } = self.registration
const PAGE = 'index.html'
/** The files of this build and of the one before it. */
const FILES = `files ${scope}`
/** What was used without being kept for anybody, until the next build. */
const USED = `used ${scope}`
/**
 * What the worker notes down: the files of its build and of the one before it, for its successor
 * and for tabs that have not been reloaded; and the packs that were asked for.
 */
const NOTES = `notes ${scope}`
/** What the school has written for everybody, as the kept page's settings name it. */
const CONTENT = `content ${scope}`
const CONTENT_FOLDER = new URL('content/', scope).href
const BUILD = 'build'
const BUILD_BEFORE = 'build-before'
const PACKS = 'packs'
const AT_ONCE = 4
const TRIES = 6
/** The folder of a build. */
const IN_BUILD = /^assets\/[^/]+\//

const entries = self.precacheList.filter(({ packs }) => packs?.length !== 0)
/** What is kept once it was used, by its address. */
const hashes = new Map(self.precacheList.map((entry) => [addressOf(entry), entry.hash]))
const keys = new Map(entries.map((entry) => [addressOf(entry), keyOf(entry)]))

/** The name of this build: the revision of its page. */
export const buildVersion = entries.find(({ url }) => url === PAGE)?.revision ?? ''

/**
 * Fetch the files of this build beside those of the build in use, which stay until it is replaced.
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
 * Renew the kept page where the campus has changed what a server puts into it (its name, what it
 * offers), and what the school has written; tell open pages. A page of another release comes with a
 * worker of its own. Without a network everything stays.
 */
export async function refreshCachedPage(): Promise<void> {
  const entry = entries.find(({ url }) => url === PAGE)
  const before = await (await matchCachedFile(new URL(PAGE, scope).href))?.text()
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
  for (const page of await self.clients.matchAll()) page.postMessage(PAGE_RENEWED)
}

const Settings = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ content: v.pipe(v.string(), v.regex(/^[\w-]+$/)) }),
)

// Kept under one name, so that there is one: a page that still knows an older version gets it too.
async function precacheContent(): Promise<void> {
  const page = await (await matchCachedFile(new URL(PAGE, scope).href))?.text()
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

/** Keep a pack from now on, also of later builds. */
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
    // Without its address: scripts look for each other beside the address that an answer brings, and
    // this file may serve a later build. A browser refuses a redirected answer to a navigation, too.
    await cache.put(keyOf(entry), new Response(answer.body, { headers: answer.headers }))
    await next()
  }
  await Promise.all(Array.from({ length: AT_ONCE }, next))
}

/**
 * Fetch a file of this build, as its hash says: what a cache or somebody on the way has changed is
 * asked for again past every cache, and in the end the worker is not installed yet. While a campus
 * replaces its processes one after the other, a file may come from another release as well.
 */
async function fetchVerified(entry: PrecachedFile): Promise<Response> {
  for (let tries = 1; ; tries++) {
    // The folder of a build is named after its content; of all else the newest is meant.
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
 * Answer a navigation with the app's page, whatever the network does; where this address was looked
 * at before, with what it last showed.
 */
export async function respondWithPage(request: Request): Promise<Response> {
  const [page, seen] = await Promise.all([
    matchCachedFile(new URL(PAGE, scope).href),
    findSnapshot(request),
  ])
  if (page === undefined) return fetch(request)
  return (seen && (await renderSnapshotPage(page, seen, (address) => keys.has(address)))) ?? page
}

/**
 * Answer with the kept file, or else with the network's; a part of the app that came so is kept from
 * then on. One that was changed on the way is not let in.
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
  // A full disk must not take the answer away.
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

// Read each time: whoever asks before this worker has written them down asks again afterwards.
async function findReplacedKey(address: string): Promise<string | undefined> {
  const [current, replaced] = await Promise.all([readNote(BUILD), readNote(BUILD_BEFORE)])
  return parseKeys([...replaced, ...current]).get(address)
}

const parseKeys = (lines: readonly string[]) =>
  new Map(
    lines.map((line): [string, string] => {
      // A build of former days knew a file by its address alone.
      const [address = '', key = address] = line.split(' ')
      return [address, key]
    }),
  )

/**
 * Forget all files but those of this build and of the one before it: a tab that has not been
 * reloaded since the update, because a form is open in it, still asks for the older ones.
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
 * Under which address a file is kept: without its build, so that a later one whose file is the same
 * needs no second.
 */
function keyOf({ url, revision }: PrecachedFile): string {
  return new URL(`${url.replace(IN_BUILD, 'assets/')}?revision=${revision}`, scope).href
}

async function readNote(name: string): Promise<string[]> {
  const note = await caches.match(name, { cacheName: NOTES })
  return note === undefined ? [] : (await note.text()).split('\n')
}

async function writeNote(name: string, lines: readonly string[]): Promise<void> {
  await (await caches.open(NOTES)).put(name, new Response(lines.join('\n')))
}
