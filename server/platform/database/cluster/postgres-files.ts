import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import type { PostgresInstallation, PostgresPrograms } from './postgres-programs.ts'

/**
 * The user that runs PostgreSQL. PostgreSQL refuses to run as root, so a process of root runs it as
 * the user postgres.
 */
export interface PostgresUser {
  readonly uid: number
  readonly gid: number
}

/**
 * The user for PostgreSQL if this process belongs to root; the user is created if it does not
 * exist. Otherwise undefined: PostgreSQL runs as the user of this process.
 */
export function ensurePostgresUser(): PostgresUser | undefined {
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
const id = (which: string) =>
  Number(
    execFileSync('id', [which, 'postgres'], { stdio: ['ignore', 'pipe', 'ignore'] }).toString(),
  )

/**
 * The folder for the database: below `dataDir`, or below the temporary folder if the database's
 * user has no access to `dataDir`.
 */
export function chooseDatabaseFolder(
  dataDir: string,
  owner: PostgresUser | undefined,
): { folder: string; fellBack: boolean } {
  const wanted = resolve(dataDir)
  if (owner === undefined || isReachable(wanted, owner)) {
    mkdirSync(wanted, { recursive: true })
    return { folder: wanted, fellBack: false }
  }
  const folder = join(tmpdir(), `baodao-${nameFor(wanted)}`)
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  if (!isOurs(folder, [ourselves(), owner.uid]))
    throw new Error(
      `The folder ${folder} belongs to somebody else; set DATA_DIR to another folder.`,
    )
  return { folder, fellBack: true }
}

/**
 * Throws a readable error if the database's files belong to another user, because PostgreSQL does
 * not start on such files.
 */
export function assertFolderOwnedBy(owner: PostgresUser | undefined, files: string): void {
  const theirs = statSync(files, { throwIfNoEntry: false })?.uid
  if (theirs === undefined || theirs === (owner?.uid ?? process.getuid?.() ?? theirs)) return
  throw new Error(
    `The database in ${files} belongs to user ${theirs}, who started this first; start it as that user, or set DATA_DIR to another folder.`,
  )
}

/**
 * Returns the programs. If the database's user has no access to them, they are first copied to a
 * folder that this user can access.
 */
export function copyPostgresProgramsIfUnreadable(
  found: PostgresInstallation,
  owner: PostgresUser | undefined,
): PostgresPrograms {
  const native = dirname(dirname(found.postgres))
  if (owner === undefined || isReachable(native, owner)) return found
  const copy = copyPostgresPrograms(native, tmpdir(), `${found.major}.${found.minor}`)
  const moved = (program: string) => join(copy, 'bin', basename(program))
  return { initdb: moved(found.initdb), postgres: moved(found.postgres) }
}

/**
 * Copies a folder of programs below another folder, to which the user who runs them has access. An
 * existing copy is used again; each release has its own copy.
 */
export function copyPostgresPrograms(native: string, below: string, release: string): string {
  const copy = join(below, `baodao-postgres-${nameFor(native, release)}`)
  if (!existsSync(copy)) {
    // The folder has a random name, which no other user can have created before. It becomes
    // accessible only when it is complete.
    const half = mkdtempSync(`${copy}-`)
    cpSync(native, half, { recursive: true, verbatimSymlinks: true })
    chmodSync(half, 0o755)
    try {
      renameSync(half, copy)
    } catch {
      rmSync(half, { recursive: true, force: true })
    }
  }
  if (!isOurs(copy, [ourselves()]))
    throw new Error(
      `The folder ${copy} was made by somebody else; remove it, or set TMPDIR to another folder.`,
    )
  return copy
}

// Any user can write to the temporary folder. So a folder with a predictable name in it is used
// only if it belongs to one of these users.
function isOurs(folder: string, users: readonly number[]): boolean {
  const found = lstatSync(folder)
  return found.isDirectory() && users.includes(found.uid) && (found.mode & 0o022) === 0
}

const ourselves = () => process.getuid?.() ?? 0

const nameFor = (...said: string[]) =>
  createHash('sha256').update(said.join('\n')).digest('hex').slice(0, 16)

// Whether the user has access to every folder above the path. Missing folders will be created by
// root and be accessible to all.
function isReachable(path: string, { uid, gid }: PostgresUser): boolean {
  for (let folder = path; ; folder = dirname(folder)) {
    if (existsSync(folder)) {
      const stat = statSync(folder)
      const bit = stat.uid === uid ? 0o100 : stat.gid === gid ? 0o010 : 0o001
      if ((stat.mode & bit) === 0) return false
    }
    if (folder === dirname(folder)) return true
  }
}
