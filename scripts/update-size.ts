import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readPrecacheList, readWorkerFileNames } from '../build/build-manifest.ts'
import { buildDeltas } from '../server/platform/files/dictionary-deltas/build.ts'
import {
  deltaPath,
  dictionaryNameOf,
  dictionaryPattern,
} from '../server/platform/files/dictionary-deltas/format.ts'
import { listFiles } from '../server/platform/files/disk/atomic-write.ts'
import { publishReleaseFiles } from '../server/platform/files/release-files.ts'

const HELP = `npm run update-size -- <an earlier dist/app> [dist/app]
What the update from one build to another costs a phone, whole files or only what differs.`
const KB = 1000
const ASSETS = 'assets/'

const { positionals } = parseArgs({ allowPositionals: true })
const [earlier, newest = 'dist/app'] = positionals
if (earlier === undefined) process.stdout.write(`${HELP}\n`)
else await measure(earlier, newest)

async function measure(before: string, now: string): Promise<void> {
  const filesDir = mkdtempSync(join(tmpdir(), 'baodao-update-'))
  try {
    const dataDir = join(filesDir, 'none')
    for (const appDir of [before, now]) publishReleaseFiles({ appDir, dataDir, filesDir })
    await buildDeltas({ appDir: now, filesDir })
    const list = await readPrecacheList(now)
    const { list: listFile, code, delivery } = await readWorkerFileNames(now)
    const keptFor = (pack: string) =>
      list.filter(({ packs }) => packs === undefined || packs.includes(pack)).map(({ url }) => url)
    const packs = [...new Set(list.flatMap((entry) => entry.packs ?? []))]
    for (const pack of ['', ...packs]) {
      const worker = ['sw.js', listFile, code, ...(pack === '' ? [] : [delivery])]
      const costs = [...worker, ...keptFor(pack)].map((url) => costOf(before, now, url, filesDir))
      const sum = (of: keyof Cost) => costs.reduce((total, cost) => total + cost[of], 0)
      const [full, whole, less] = [sum('full'), sum('whole'), sum('less')]
      const share = (bytes: number) =>
        `${(bytes / KB).toFixed(1)} KB (${((100 * bytes) / full).toFixed(0)} %)`
      process.stdout.write(
        `${pack === '' ? 'nobody bound' : pack}: a full load is ${(full / KB).toFixed(1)} KB, its ${costs.filter(({ whole }) => whole > 0).length} changed files ${share(whole)}, with differences ${share(less)}\n`,
      )
    }
  } finally {
    rmSync(filesDir, { recursive: true, force: true })
  }
}

interface Cost {
  /** The bytes of the whole file, whether it changed or not. */
  readonly full: number
  /** The bytes of the whole file if it changed, otherwise 0. */
  readonly whole: number
  /**
   * The bytes of the changed file for a browser that supports dictionary deltas (RFC 9842),
   * otherwise 0.
   */
  readonly less: number
}

function costOf(before: string, now: string, url: string, filesDir: string): Cost {
  const path = join(now, url)
  const full = sizeOf(path)
  const old = counterpart(before, url)
  if (old === undefined) return { full, whole: full, less: full }
  const known = readFileSync(old)
  if (known.equals(readFileSync(path))) return { full, whole: 0, less: 0 }
  const difference = deltaPath(filesDir, url.slice(ASSETS.length), dictionaryNameOf(known))
  const isMade = url.startsWith(ASSETS) && existsSync(difference)
  return { full, whole: full, less: isMade ? statSync(difference).size : full }
}

/** The file of the same name in the earlier build. */
function counterpart(before: string, url: string): string | undefined {
  if (!url.startsWith(ASSETS)) return existsSync(join(before, url)) ? join(before, url) : undefined
  const pattern = dictionaryPattern(url.slice(ASSETS.length))
  return listFiles(join(before, ASSETS)).find(({ name }) => dictionaryPattern(name) === pattern)
    ?.path
}

function sizeOf(path: string): number {
  return (statSync(`${path}.br`, { throwIfNoEntry: false }) ?? statSync(path)).size
}
