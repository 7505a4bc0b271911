import fs, {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { isMainThread } from 'node:worker_threads'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { listFiles, writeAtomically, ignoreErrors } from '#server/platform/files/disk/atomic-write'
import { describeBasePathMismatch } from '#server/platform/files/disk/base-path-check'
import { describeForeignOwner } from '#server/platform/files/disk/folder-ownership'
import { publishReleaseFiles } from '#server/platform/files/release-files'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'baodao-laid-'))
})
afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
  rmSync(folder, { recursive: true, force: true })
})
const at = (...names: string[]) => join(folder, ...names)
const modeOf = (path: string) => statSync(path).mode & 0o777
function write(path: string, text = path): void {
  mkdirSync(dirname(at(path)), { recursive: true })
  writeFileSync(at(path), text)
}
const textOf = (path: string) => readFileSync(at(path), 'utf8')

describe('a written release file', () => {
  test('a release file appears complete and readable by all, with the folders that it needs', () => {
    mkdirSync(at('own'), { mode: 0o700 })
    const halves: string[] = []
    writeAtomically(at('own/a/b/file'), (half) => {
      halves.push(half)
      expect(existsSync(at('own/a/b/file'))).toBe(false)
      writeFileSync(half, 'text', { mode: 0o600 })
    })
    expect(textOf('own/a/b/file')).toBe('text')
    expect(readdirSync(at('own/a/b'))).toEqual(['file'])
    expect(halves.map(dirname)).toEqual([at('own/a/b')])
    expect(modeOf(at('own/a/b/file'))).toBe(0o644)
    expect([modeOf(at('own/a/b')), modeOf(at('own/a'))]).toEqual([0o755, 0o755])
    // Existing folders keep their permissions, except the folder of the file itself.
    expect(modeOf(at('own'))).toBe(0o700)
    chmodSync(at('own/a/b'), 0o700)
    writeAtomically(at('own/a/b/more'), (half) => writeFileSync(half, 'more'))
    expect(modeOf(at('own/a/b'))).toBe(0o755)
    expect(modeOf(at('own'))).toBe(0o700)
  })

  test.runIf(isMainThread)(
    'a release file is readable by all, even if the umask of the user who starts the server denies it',
    () => {
      const before = process.umask(0o077)
      try {
        writeAtomically(at('a/b/file'), (half) => writeFileSync(half, 'text'))
      } finally {
        process.umask(before)
      }
      expect([modeOf(at('a')), modeOf(at('a/b')), modeOf(at('a/b/file'))]).toEqual([
        0o755, 0o755, 0o644,
      ])
    },
  )

  test('a release file is found below its folder, unless it is a source map', () => {
    for (const name of ['a.js', 'a.js.map', 'b/c.css', 'b/d/e.map.js']) write(`own/${name}`)
    expect(listFiles(at('own')).toSorted((a, b) => (a.name < b.name ? -1 : 1))).toEqual(
      ['a.js', 'b/c.css', 'b/d/e.map.js'].map((name) => ({ name, path: at('own', name) })),
    )
    expect(listFiles(at('nowhere'))).toEqual([])
  })

  test('an error while changing a release file of another user is ignored', () => {
    const done: string[] = []
    ignoreErrors(() => {
      done.push('begun')
      throw new Error('not permitted')
    })
    expect(done).toEqual(['begun'])
  })
})

describe('files of releases', () => {
  const DAY_MS = 24 * 3600 * 1000
  const keep = (appDir: string) =>
    publishReleaseFiles({ appDir: at(appDir), filesDir: at('files'), dataDir: at('data') })
  const kept = () =>
    listFiles(at('files/assets'))
      .map(({ name }) => name)
      .toSorted()
  const age = (path: string, days: number) => {
    const then = new Date(Date.now() - days * DAY_MS)
    utimesSync(at('files/assets', path), then, then)
  }
  const days = (path: string) => (Date.now() - statSync(at('files/assets', path)).mtimeMs) / DAY_MS

  test('without a build there are no release files', () => {
    keep('app')
    expect(existsSync(at('files'))).toBe(false)
  })

  test('release files are copied once, to one folder that all users can read', () => {
    write('app/assets/one/main.js', 'first')
    write('app/assets/main.js.map')
    mkdirSync(at('files'), { mode: 0o700 })
    keep('app')
    expect(kept()).toEqual(['one/main.js'])
    expect([modeOf(at('files')), modeOf(at('files/assets'))]).toEqual([0o755, 0o755])
    // A file of the same length is not copied again, since its name identifies its content.
    write('app/assets/one/main.js', 'other')
    keep('app')
    expect(textOf('files/assets/one/main.js')).toBe('first')
    write('files/assets/one/main.js', 'cut')
    keep('app')
    expect(textOf('files/assets/one/main.js')).toBe('other')
  })

  test('a release file is removed thirty days after a release last published it, and its folder is removed with its last file', () => {
    for (const name of ['old/a.js', 'old/b.js', 'half/a.js', 'half/b.js', 'c.js', 'young/a.js'])
      write(`files/assets/${name}`)
    write('app/assets/new/a.js')
    for (const name of ['old/a.js', 'old/b.js', 'half/a.js', 'c.js']) age(name, 30.01)
    age('young/a.js', 29.99)
    keep('app')
    expect(kept()).toEqual(['half/b.js', 'new/a.js', 'young/a.js'])
    expect(readdirSync(at('files/assets')).toSorted()).toEqual(['half', 'new', 'young'])
    age('new/a.js', 40)
    keep('app')
    expect(days('new/a.js')).toBeLessThan(1)
    age('half/b.js', 40)
    keep('app')
    expect(existsSync(at('files/assets/half'))).toBe(false)
    // The common folder stays when its last file is removed.
    expect(existsSync(at('files/assets'))).toBe(true)
  })

  test('files that older releases stored in the folder `builds` are copied, and publishing again does not renew their thirty days', () => {
    write('data/builds/abc/a.js', 'a')
    write('data/builds/def/sub/b.js', 'b')
    write('app/assets/c.js')
    keep('app')
    expect(kept()).toEqual(['a.js', 'c.js', 'sub/b.js'])
    expect(textOf('files/assets/sub/b.js')).toBe('b')
    age('a.js', 29)
    keep('app')
    expect(days('a.js')).toBeGreaterThan(28)
  })

  test('when the last release file of a build is removed, the compression deltas of that build are removed too', () => {
    write('app/assets/new/a.js')
    for (const name of ['new/a.js/x', 'gone/a.js/x', 'part.js/x'])
      write(`files/differences/${name}`)
    keep('app')
    expect(readdirSync(at('files/differences'))).toEqual(['new'])
  })
})

test('a build for another base path is detected', () => {
  const said = (basePath: string) => describeBasePathMismatch({ appDir: at('app'), basePath })
  expect(said('/x')).toBeUndefined()
  write('app/manifest.webmanifest', JSON.stringify({ scope: '/campus/' }))
  expect(said('/campus')).toBeUndefined()
  expect(said('/x')).toMatch(/^BASE_PATH is \/x, but the app in .* was built for \/campus\/;/)
  expect(said('')).toMatch(/^BASE_PATH is not set/)
})

describe.runIf(process.getuid !== undefined)('a folder that another user created', () => {
  const own = process.getuid?.() ?? 0
  const by = (uid: number) =>
    vi.spyOn(process as { getuid: () => number }, 'getuid').mockReturnValue(uid)
  /** Make all paths except these unusable. */
  function onlyUsable(...paths: string[]): void {
    vi.spyOn(fs, 'accessSync').mockImplementation((path) => {
      if (!paths.includes(String(path))) throw new Error('not permitted')
    })
    syncBuiltinESMExports()
  }

  test('an unusable folder of another user is reported, and the message says how to fix it', () => {
    by(own + 1)
    onlyUsable(folder)
    expect(describeForeignOwner(folder)).toBeUndefined()
    mkdirSync(at('public'))
    expect(describeForeignOwner(folder)).toBe(
      `${at('public')} belongs to ${own === 0 ? 'root' : `user ${own}`}, who started this once; ` +
        `run "sudo chown -R $(id -u):$(id -g) ${folder}", or use another folder.`,
    )
    mkdirSync(at('own'))
    expect(describeForeignOwner(folder, ['own'])).toMatch(/own belongs to/)
    expect(describeForeignOwner(folder, ['', 'nowhere'])).toBeUndefined()
    onlyUsable(folder, at('public'))
    expect(describeForeignOwner(folder)).toBeUndefined()
    expect(describeForeignOwner(at('nowhere'))).toBeUndefined()
  })

  test('a folder of another user is usable for root, for its owner, and on systems without users', () => {
    onlyUsable()
    by(0)
    expect(describeForeignOwner(folder)).toBeUndefined()
    if (own !== 0) {
      by(own)
      expect(describeForeignOwner(folder)).toBeUndefined()
    } else {
      chownSync(folder, 54_321, 54_321)
      by(54_321)
      expect(describeForeignOwner(folder)).toBeUndefined()
      by(54_322)
      expect(describeForeignOwner(folder)).toMatch(/ belongs to user 54321, /)
      by(0)
      expect(describeForeignOwner(folder)).toBeUndefined()
    }
    vi.restoreAllMocks()
    const { getuid } = process
    Object.assign(process, { getuid: undefined })
    onlyUsable()
    try {
      expect(describeForeignOwner(folder)).toBeUndefined()
    } finally {
      Object.assign(process, { getuid })
    }
  })

  test('a folder of another user is usable if its permissions allow it', () => {
    by(own + 1)
    expect(describeForeignOwner(folder)).toBeUndefined()
  })
})
