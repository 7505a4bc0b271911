import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import {
  filesOfChunks,
  readPrecacheList,
  findOfficeOnlyChunks,
  groupKey,
  readBuildManifest,
  readWorkerFileNames,
} from './build-manifest.ts'
import { BOUND_GROUPS, isAnonymousPage } from './file-groups.ts'

const KB = 1000
/**
 * The limit of the first load, bytes: at 400 kbit/s the home page opens in less than three seconds.
 * The worker is loaded later and has the same limit.
 */
const FIRST_LOAD = 141.5 * KB
/** The limit of what a bound person's home loads after that, bytes (build/file-groups.ts). */
const BOUND_HOME = 60 * KB
/**
 * The limit of a screen, bytes: at 400 kbit/s the screen opens less than a second after the tap. A
 * screen of bound people counts beside what their home has loaded.
 */
const ROUTE = 44 * KB
/** The limit of an office screen, which is used on a computer with a fast network, bytes. */
const OFFICE_SCREEN = 210 * KB
/**
 * The limit of the files that every phone precaches, bytes. A phone fetches all of them at the
 * first visit, and the changed ones at an update.
 */
const EVERYBODY = 191 * KB
/**
 * The limit of a pack, bytes. A phone fetches the pack once, for the group of people to which the
 * signed-in person belongs.
 */
const PACK = 187 * KB

/** The Brotli size of a part of a build, bytes, and its limit. */
export interface PartSize {
  readonly name: string
  readonly bytes: number
  readonly limit: number
}

/**
 * Weighs the first load, each further screen and each list of precached files of the build in
 * `folder`, the largest first.
 */
export async function weighBuild(folder: string): Promise<PartSize[]> {
  const { chunks, first: entry } = readBuildManifest(folder)
  const first = filesOfChunks(chunks, entry)
  const rows: [name: string, bytes: number, limit: number][] = [
    ['first load', await weigh(folder, ['index.html', ...first]), FIRST_LOAD],
  ]
  const office = findOfficeOnlyChunks(chunks, entry)
  const ofBoundPeople = filesOfChunks(chunks, BOUND_GROUPS.map(groupKey))
  rows.push([
    "a bound person's home",
    await weigh(folder, without(ofBoundPeople, first)),
    BOUND_HOME,
  ])
  for (const [key, chunk] of Object.entries(chunks)) {
    if (!chunk.isDynamicEntry) continue
    const file = chunk.src?.replace(/\?.*$/, '') ?? key
    const isAnonymous = isAnonymousPage(file)
    const here = isAnonymous ? first : new Set([...first, ...ofBoundPeople])
    const more = without(filesOfChunks(chunks, [key]), here)
    const limit = office.has(key) ? OFFICE_SCREEN : ROUTE
    rows.push([file, await weigh(folder, more), limit])
  }
  const worker = await readWorkerFileNames(folder)
  rows.push(
    ['worker', await weigh(folder, ['sw.js', worker.list, worker.code]), FIRST_LOAD],
    ['delivery worker', await weigh(folder, [worker.delivery]), FIRST_LOAD],
  )
  rows.push(...(await kept(folder)))
  return rows
    .map(([name, bytes, limit]) => ({ name, bytes, limit }))
    .toSorted((a, b) => b.bytes - a.bytes)
}

/**
 * The sizes of the worker's list: of the files for everybody, and of the additional files of each
 * pack.
 */
async function kept(folder: string): Promise<[name: string, bytes: number, limit: number][]> {
  const entries = await readPrecacheList(folder)
  const urls = (pack: string) =>
    entries.filter(({ packs = ['everybody'] }) => packs.includes(pack)).map(({ url }) => url)
  const packs = [...new Set(entries.flatMap((entry) => entry.packs ?? []))]
  return Promise.all([
    weigh(folder, urls('everybody')).then((bytes): [string, number, number] => [
      'kept on every phone',
      bytes,
      EVERYBODY,
    ]),
    ...packs.map((pack) =>
      weigh(folder, urls(pack)).then((bytes): [string, number, number] => [
        `pack: ${pack}`,
        bytes,
        PACK,
      ]),
    ),
  ])
}

function without(files: ReadonlySet<string>, known: ReadonlySet<string>): string[] {
  return [...files].filter((file) => !known.has(file))
}

async function weigh(folder: string, files: Iterable<string>): Promise<number> {
  const sizes = await Promise.all([...new Set(files)].map((file) => sizeOf(join(folder, file))))
  return sizes.reduce((sum, size) => sum + size, 0)
}

async function sizeOf(file: string): Promise<number> {
  return (await stat(`${file}.br`).catch(() => stat(file))).size
}
