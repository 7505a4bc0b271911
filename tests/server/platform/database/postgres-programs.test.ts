import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { findPostgresInstallation } from '#server/platform/database/cluster/postgres-programs'

const folder = mkdtempSync(join(tmpdir(), 'baodao-installations-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Scripts in place of a system PostgreSQL, which only print this version. */
function install(version: string): string {
  const bin = join(folder, version, 'bin')
  mkdirSync(bin, { recursive: true })
  for (const program of ['initdb', 'postgres']) {
    writeFileSync(join(bin, program), `#!/bin/sh\necho "postgres (PostgreSQL) ${version}"\n`)
    chmodSync(join(bin, program), 0o755)
  }
  return bin
}

describe('the PostgreSQL version of the private database', () => {
  const database = join(folder, 'data')
  let bundled: { major: number; minor: number }
  beforeEach(async () => {
    rmSync(database, { recursive: true, force: true })
    bundled = await findPostgresInstallation(database, [])
  })
  const made = (major: number) => {
    mkdirSync(database)
    writeFileSync(join(database, 'PG_VERSION'), `${major}\n`)
  }

  test('the bundled PostgreSQL is used if the system has none, an older one, a beta or a broken one', async () => {
    const broken = join(folder, 'broken/bin')
    mkdirSync(broken, { recursive: true })
    for (const program of ['initdb', 'postgres']) writeFileSync(join(broken, program), '')
    const folders = [join(folder, 'none'), install('15.18'), install('99beta1'), broken]
    expect(await findPostgresInstallation(database, folders)).toEqual(bundled)
  })

  test('a newer system PostgreSQL is used, of the same or a later major version', async () => {
    const minor = install(`${bundled.major}.${bundled.minor + 2}`)
    expect(await findPostgresInstallation(database, [install('15.18'), minor])).toMatchObject({
      postgres: join(minor, 'postgres'),
      minor: bundled.minor + 2,
    })
    const major = install(`${bundled.major + 1}.0`)
    expect((await findPostgresInstallation(database, [minor, major])).initdb).toBe(
      join(major, 'initdb'),
    )
  })

  test('an existing private database runs with the newest installed release of its own major version', async () => {
    made(bundled.major)
    const minor = install(`${bundled.major}.${bundled.minor + 2}`)
    const folders = [install(`${bundled.major + 1}.0`), minor]
    expect((await findPostgresInstallation(database, folders)).postgres).toBe(
      join(minor, 'postgres'),
    )
  })

  test('a private database whose major version is not installed is not started, and the message says what to do', async () => {
    made(bundled.major + 1)
    await expect(findPostgresInstallation(database, [install('15.18')])).rejects.toThrow(
      `was made by PostgreSQL ${bundled.major + 1}, which is not installed`,
    )
  })
})
