import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createFileRestorer } from '#server/platform/backup/file-restorer'
import { type ArchiveManifest, findMigrationMismatch } from '#server/platform/backup/manifest'
import { migrationList } from '#server/platform/database/migrations/migration-list'
import { keyFingerprint } from '#server/platform/sessions/sealer'

const folder = mkdtempSync(join(tmpdir(), 'baodao-taken-'))
const dataDir = join(folder, 'data')
const publicDir = join(folder, 'public')
const keyFile = join(dataDir, 'secrets.key')
afterAll(() => rmSync(folder, { recursive: true, force: true }))
beforeEach(() => {
  for (const one of [dataDir, publicDir]) rmSync(one, { recursive: true, force: true })
})

const files = ({ replace = false, secretsKey }: { replace?: boolean; secretsKey?: string } = {}) =>
  createFileRestorer({ dataDir, publicDir, secretsKey }, { replace })
const about: ArchiveManifest = {
  format: 1,
  madeAt: '2026-09-01T00:00:00Z',
  postgres: '18',
  migrations: [],
  tables: [],
}
const modeOf = (path: string) => statSync(path).mode & 0o777
function stands(path: string, content: string): void {
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, content)
}

describe('the files of an archive', () => {
  test('files restored from an earlier release are put in place last, and only their owner can read the key', () => {
    const { addFile, writePartFiles, renamePartFiles } = files()
    addFile('secrets.key', Buffer.from('key'))
    addFile('public/robots.txt', Buffer.from('robots'))
    addFile('public/.well-known/a/b.txt', Buffer.from('proof'))
    expect([existsSync(dataDir), existsSync(publicDir)]).toEqual([false, false])
    writePartFiles()
    expect([existsSync(keyFile), existsSync(`${keyFile}.part`)]).toEqual([false, true])
    renamePartFiles()
    expect(readFileSync(keyFile, 'utf8')).toBe('key')
    expect(readFileSync(join(publicDir, '.well-known/a/b.txt'), 'utf8')).toBe('proof')
    expect([modeOf(keyFile), modeOf(join(publicDir, 'robots.txt'))]).toEqual([0o600, 0o644])
    expect(existsSync(`${keyFile}.part`)).toBe(false)
  })

  test('restored files are unreadable for others even after an interrupted restore', () => {
    stands(`${keyFile}.part`, 'half')
    chmodSync(`${keyFile}.part`, 0o644)
    const { addFile, writePartFiles, renamePartFiles } = files()
    addFile('secrets.key', Buffer.from('key'))
    writePartFiles()
    renamePartFiles()
    expect([readFileSync(keyFile, 'utf8'), modeOf(keyFile)]).toEqual(['key', 0o600])
  })

  test('restored files replace different existing files only on request', () => {
    stands(join(publicDir, 'a.txt'), 'mine')
    const careful = files()
    careful.addFile('public/a.txt', Buffer.from('mine'))
    expect(() => careful.addFile('public/a.txt', Buffer.from('theirs'))).toThrow(
      /a\.txt is there and has other content: say --replace/,
    )
    const { addFile, writePartFiles, renamePartFiles } = files({ replace: true })
    addFile('public/a.txt', Buffer.from('theirs'))
    writePartFiles()
    renamePartFiles()
    expect(readFileSync(join(publicDir, 'a.txt'), 'utf8')).toBe('theirs')
  })

  test('when one file cannot be written, no file is put in place and none is left behind', () => {
    stands(join(publicDir, 'closed'), 'a file where a folder is needed')
    const { addFile, writePartFiles } = files({ replace: true })
    addFile('secrets.key', Buffer.from('key'))
    addFile('public/closed/a.txt', Buffer.from('a'))
    expect(writePartFiles).toThrow(/^A file of the archive cannot be written: /)
    expect([existsSync(keyFile), existsSync(`${keyFile}.part`)]).toEqual([false, false])
    mkdirSync(join(publicDir, 'folder.txt'))
    expect(() => addFile('public/folder.txt', Buffer.from('a'))).toThrow(
      /^A folder stands at .*folder\.txt/,
    )
  })

  test('the temporary copies of restored files are deleted when the restore fails', () => {
    const { addFile, writePartFiles, deletePartFiles } = files()
    addFile('secrets.key', Buffer.from('key'))
    writePartFiles()
    deletePartFiles()
    expect([existsSync(keyFile), existsSync(`${keyFile}.part`)]).toEqual([false, false])
  })

  test('the key is not restored when the settings name a key file', () => {
    const { addFile, writePartFiles, renamePartFiles } = files({ secretsKey: 'named' })
    addFile('secrets.key', Buffer.from('key'))
    writePartFiles()
    renamePartFiles()
    expect(existsSync(keyFile)).toBe(false)
  })

  test('a restored file can have any valid file name, and is placed in the folder that every user can read', () => {
    const { addFile, writePartFiles, renamePartFiles } = files()
    const names = ['a..b', '...', '.x', '-', '入学须知 (1).pdf', 'robots.txt~', '新/生/a+b.txt']
    for (const name of names) addFile(`public/${name}`, Buffer.from(name))
    writePartFiles()
    renamePartFiles()
    for (const name of names) expect(readFileSync(join(publicDir, name), 'utf8')).toBe(name)
    for (const name of [
      'public/../x',
      'public/a/../../x',
      'public/..',
      'public/a/..',
      'public/./x',
      'public/a/.',
      'public//x',
      'public/x/',
      'public/',
      'public',
      'publics/x',
      'a/public/x',
      'x',
      '',
      '/etc/passwd',
      'secrets.key/x',
    ])
      expect(() => addFile(name, Buffer.from('x'))).toThrow(`a file with a strange name, ${name}.`)
  })
})

describe('checks of an archive before its restore', () => {
  const obstacleFor = (said: string | undefined, wishes = {}) =>
    files(wishes).findRestoreObstacle({ ...about, ...(said !== undefined && { secretsKey: said }) })

  test('an archive must fit the installed key of second factors', () => {
    expect([obstacleFor(undefined), obstacleFor(keyFingerprint('mine'))]).toEqual([
      undefined,
      undefined,
    ])
    stands(keyFile, 'mine')
    expect([obstacleFor(undefined), obstacleFor(keyFingerprint('mine'))]).toEqual([
      undefined,
      undefined,
    ])
    expect(obstacleFor(keyFingerprint('theirs'))).toBe(
      `${keyFile} is not the key that second factors had when the archive was made, and no archive holds it: put that one there, or say --replace and have each second factor reset.`,
    )
    expect(obstacleFor(keyFingerprint('theirs'), { replace: true })).toBeUndefined()
  })

  test('an archive must fit the key that the settings name, and the restore never replaces that key', () => {
    const secretsKey = 'named'
    expect(obstacleFor(undefined, { secretsKey })).toBeUndefined()
    expect(obstacleFor(keyFingerprint('named'), { secretsKey })).toBeUndefined()
    for (const replace of [true, false])
      expect(obstacleFor(keyFingerprint('theirs'), { secretsKey, replace })).toMatch(
        /^SECRETS_KEY is not the one/,
      )
  })

  test('an archive’s migrations must be the first migrations of this release', () => {
    const why = (migrations: string[]) => findMigrationMismatch({ ...about, migrations })
    const names = migrationList.map(({ name }) => name)
    expect([why([]), why(names.slice(0, 3)), why(names)]).toEqual(Array(3).fill(undefined))
    expect(why([...names, 'younger'])).toMatch(/one that knows the migration "younger"/)
    const [first = '', second = ''] = names
    expect(why([second, first])).toContain(`"${second}"`)
  })
})
