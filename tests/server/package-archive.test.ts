import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import tar from 'tar-stream'
import { afterAll, expect, test } from 'vitest'
import { writeArchive } from '../../scripts/package/archive.ts'

const place = mkdtempSync(join(tmpdir(), 'baodao-archive-'))
afterAll(() => rmSync(place, { recursive: true, force: true }))

const FILES = { 'a.js': 'one', 'folder/b.node': 'two', 'folder-2/c': 'three' }
const TIME = new Date('2026-09-01T00:00:00Z')

async function pack(
  name: string,
  order: readonly (keyof typeof FILES)[],
  { files, programs }: { files: number; programs: number },
): Promise<Buffer> {
  const folder = join(place, name, 'baodao')
  for (const part of order) {
    const path = join(folder, part)
    mkdirSync(join(path, '..'), { recursive: true })
    writeFileSync(path, FILES[part])
    chmodSync(path, part.endsWith('.node') ? programs : files)
    utimesSync(path, 1e9 + order.indexOf(part), 1e9)
  }
  await writeArchive(folder, `${folder}.tar.gz`, TIME)
  return readFileSync(`${folder}.tar.gz`)
}

test('two folders of equal contents give equal archives, whatever their times, permissions and order of creation', async () => {
  const one = await pack('one', ['a.js', 'folder/b.node', 'folder-2/c'], {
    files: 0o644,
    programs: 0o755,
  })
  const two = await pack('two', ['folder-2/c', 'folder/b.node', 'a.js'], {
    files: 0o600,
    programs: 0o700,
  })
  expect(one.equals(two)).toBe(true)
  const extract = tar.extract()
  extract.end(gunzipSync(one))
  const entries: string[] = []
  for await (const entry of extract) {
    const { name, mode, mtime } = entry.header
    expect(mtime).toEqual(TIME)
    const content = await buffer(entry)
    entries.push(`${mode.toString(8)} ${name} ${content.toString()}`.trim())
  }
  expect(entries).toEqual([
    '755 baodao',
    '644 baodao/a.js one',
    '755 baodao/folder',
    '755 baodao/folder-2',
    '644 baodao/folder-2/c three',
    '755 baodao/folder/b.node two',
  ])
})
