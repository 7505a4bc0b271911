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
 * Under which user PostgreSQL runs: it refuses to be root, so root runs it as the user postgres.
 */
export interface PostgresUser {
  readonly uid: number
  readonly gid: number
}

/**
 * The user for PostgreSQL when this process is root (made when missing), else none: it runs as we
 * do.
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
 * The folder for the database: below `dataDir`, or, where its owner cannot get there, one below the
 * temporary folder.
 */
export function chooseReachableFolder(
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

/** Fail with a sentence when the database's files are another user's: PostgreSQL would refuse. */
export function assertOwnedBy(owner: PostgresUser | undefined, files: string): void {
  const theirs = statSync(files, { throwIfNoEntry: false })?.uid
  if (theirs === undefined || theirs === (owner?.uid ?? process.getuid?.() ?? theirs)) return
  throw new Error(
    `The database in ${files} belongs to user ${theirs}, who started this first; start it as that user, or set DATA_DIR to another folder.`,
  )
}

/**
 * These programs, copied to a reachable place when their owner cannot get at their folder.
 */
export function copyProgramsIfUnreachable(
  found: PostgresInstallation,
  owner: PostgresUser | undefined,
): PostgresPrograms {
  const native = dirname(dirname(found.postgres))
  if (owner === undefined || isReachable(native, owner)) return found
  const copy = copyPrograms(native, tmpdir(), `${found.major}.${found.minor}`)
  const moved = (program: string) => join(copy, 'bin', basename(program))
  return { initdb: moved(found.initdb), postgres: moved(found.postgres) }
}

/**
 * The copy of a folder of programs below another folder, made when it is missing, where the user
 * that runs them gets at it. Another release in the same place is another copy.
 */
export function copyPrograms(native: string, below: string, release: string): string {
  const copy = join(below, `baodao-postgres-${nameFor(native, release)}`)
  if (!existsSync(copy)) {
    // Under a name that nobody can have taken before, and closed until it is whole.
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

// Anybody may write to the temporary folder: what lies there under a name that can be guessed is
// not ours for that.
function isOurs(folder: string, users: readonly number[]): boolean {
  const found = lstatSync(folder)
  return found.isDirectory() && users.includes(found.uid) && (found.mode & 0o022) === 0
}

const ourselves = () => process.getuid?.() ?? 0

const nameFor = (...said: string[]) =>
  createHash('sha256').update(said.join('\n')).digest('hex').slice(0, 16)

// Every folder above must let this user through; one that does not exist yet will be made by root,
// open to all.
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
