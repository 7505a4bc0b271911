import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const FOLDERS = ['/usr/local/bin', '/usr/bin', '/usr/sbin', '/bin', '/sbin']
const POSTGRES = '/usr/lib/postgresql'

/** The path of a program. If it is missing, the error says which Debian package contains it. */
export function findProgram(program: string, debian: string): string {
  const found = FOLDERS.map((folder) => join(folder, program)).find((path) => existsSync(path))
  if (found === undefined)
    throw new Error(
      `${program} is not installed: apt-get install --no-install-recommends ${debian}`,
    )
  return found
}

/**
 * The path of one of PostgreSQL's own programs, which Debian installs in a folder for each version.
 */
export function findPostgresProgram(program: string): string {
  const versions = existsSync(POSTGRES) ? readdirSync(POSTGRES) : []
  const newest = versions.toSorted((a, b) => Number(b) - Number(a))[0]
  const path = join(POSTGRES, newest ?? '', 'bin', program)
  if (newest === undefined || !existsSync(path))
    throw new Error(`${program} is not installed: apt-get install postgresql`)
  return path
}
