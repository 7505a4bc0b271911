import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { retryUntilAvailable } from '#server/platform/database/driver/retry-until-available'
import { classifyDatabaseError } from '#server/platform/database/errors'
import { describeBasePathMismatch } from '#server/platform/files/disk/base-path-check'
import { readSettings } from '#server/platform/settings/read-settings'
import type { Settings } from '#server/platform/settings/settings'
import { describeStartError } from '#server/start-errors'
import { withFolderLock } from '../../../../scripts/folder-lock.ts'

const folder = mkdtempSync(join(tmpdir(), 'baodao-starting-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const fault = (code: string, message = code) => Object.assign(new Error(message), { code })

describe('a database that is not available yet', () => {
  test('an unavailable database is retried and reported once, and any other error is reported at once', async () => {
    const onWait = vi.fn<() => void>()
    const work = vi.fn<() => Promise<string>>()
    work.mockRejectedValueOnce(fault('ECONNREFUSED')).mockResolvedValueOnce('ready')
    expect(await retryUntilAvailable(work, { seconds: 5, onWait })).toBe('ready')
    expect(onWait).toHaveBeenCalledOnce()
    for (const code of ['28P01', '3D000', '42501'])
      await expect(
        retryUntilAvailable(() => Promise.reject(fault(code)), { seconds: 5, onWait }),
      ).rejects.toThrow(code)
    expect(onWait).toHaveBeenCalledOnce()
    const away = () => Promise.reject(fault('ECONNREFUSED'))
    await expect(retryUntilAvailable(away, { seconds: 0, onWait })).rejects.toSatisfy(
      (error) => classifyDatabaseError(error) === 'unavailable',
    )
  })
})

describe('a start that fails', () => {
  const settings = ((): Settings => {
    const read = readSettings({ METRICS_PORT: '9464' })
    if (read.type !== 'ok') throw new Error(read.sentences.join())
    return read.settings
  })()
  const cases: [Error, RegExp][] = [
    [fault('28P01'), /^The database refused the name or password in DATABASE_URL\.$/],
    [fault('28000', 'no pg_hba.conf entry for host'), /: no pg_hba\.conf entry for host\.$/],
    [fault('42501', 'permission denied for schema public'), /somebody else; make this user/],
    [fault('25006'), /the primary\.$/],
    [fault('SELF_SIGNED_CERT_IN_CHAIN'), /sslrootcert/],
    [new Error('The server does not support SSL connections'), /offers no encryption/],
    [fault('ENOTFOUND'), /cannot be reached/],
    [Object.assign(fault('ENOENT'), { syscall: 'connect' }), /cannot be reached/],
    [
      Object.assign(fault('ENOENT', 'no such file, open /x/start.js'), { syscall: 'open' }),
      /^no such file, open \/x\/start\.js$/,
    ],
    [Object.assign(fault('EADDRNOTAVAIL'), { syscall: 'listen' }), /set HOST/],
    [Object.assign(fault('EADDRINUSE'), { syscall: 'listen', port: 9464 }), /set METRICS_PORT/],
    [
      Object.assign(fault('EACCES'), { syscall: 'listen', port: 80 }),
      /listen on port 80; set PORT/,
    ],
    [Object.assign(fault('EACCES'), { path: '/x' }), /may not use \/x; .*set DATA_DIR/],
  ]
  for (const [error, sentence] of cases)
    test(`a failed start is explained in one sentence, about ${error.message}: ${sentence}`, () => {
      expect(describeStartError(error, settings)).toMatch(sentence)
    })

  test('the server refuses to start with a build for another base path', () => {
    const appDir = join(folder, 'app')
    mkdirSync(appDir)
    expect(describeBasePathMismatch({ appDir, basePath: '/x' })).toBeUndefined()
    writeFileSync(join(appDir, 'manifest.webmanifest'), JSON.stringify({ scope: '/campus/' }))
    expect(describeBasePathMismatch({ appDir, basePath: '/campus' })).toBeUndefined()
    expect(describeBasePathMismatch({ appDir, basePath: '' })).toBe(
      `BASE_PATH is not set, but the app in ${appDir} was built for /campus/; build it again with the same BASE_PATH.`,
    )
  })
})

describe('two starts in one folder', () => {
  test('two starts in one folder build one after the other, and starts in other folders build at once', async () => {
    const said: string[] = []
    const start = (name: string, where: string) =>
      withFolderLock(
        where,
        async () => {
          said.push(`${name} begins`)
          await new Promise((resolve) => setImmediate(resolve))
          said.push(`${name} ends`)
        },
        () => said.push(`${name} waits`),
      )
    await Promise.all([start('one', folder), start('two', folder)])
    expect(said.filter((line) => !line.endsWith('waits')).map((line) => line.slice(4))).toEqual([
      'begins',
      'ends',
      'begins',
      'ends',
    ])
    await withFolderLock(
      folder,
      () => start('other', tmpdir()),
      () => said.push('never'),
    )
    expect(said.at(-1)).toBe('other ends')
  })

  test('a start that is killed while it builds does not block a later start', async () => {
    const program = `
      import { withFolderLock } from ${JSON.stringify(join(process.cwd(), 'scripts/folder-lock.ts'))}
      await withFolderLock(${JSON.stringify(folder)}, () => { process.stdout.write('builds'); return new Promise(() => setInterval(() => {}, 1000)) }, () => {})`
    const child = spawn(
      process.execPath,
      ['--import', 'tsx', '--input-type=module', '-e', program],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    await once(child.stdout, 'data')
    const waited = new Promise<void>((resolve) => {
      void withFolderLock(
        folder,
        () => {},
        () => child.kill('SIGKILL'),
      ).then(resolve)
    })
    await waited
    expect(child.killed).toBe(true)
  })
})
