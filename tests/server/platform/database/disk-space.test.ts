import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchFreeSpace } from '#server/platform/database/health/disk-space'

const folder = mkdtempSync(join(tmpdir(), 'baodao-space-'))
afterAll(() => rmSync(folder, { recursive: true }))
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: 0x1_0000_0000 }))
afterEach(() => void vi.useRealTimers())

/** More megabytes than any disk has. */
const TOO_MANY = 2 ** 40

test('the disk has room when its free space exceeds the reserve, in megabytes', async () => {
  expect(await watchFreeSpace(folder, 1)()).toBe(true)
  expect(await watchFreeSpace(folder, TOO_MANY)()).toBe(false)
  // A virtual file system has no free space.
  expect([await watchFreeSpace('/proc', 0)(), await watchFreeSpace('/proc', 1)()]).toEqual([
    true,
    false,
  ])
})

test('a disk of unknown free space counts as having room, and is checked again after two seconds', async () => {
  const later = join(folder, 'later')
  const hasRoom = watchFreeSpace(later, TOO_MANY)
  expect(await hasRoom()).toBe(true)
  mkdirSync(later)
  vi.advanceTimersByTime(2000)
  expect(await hasRoom()).toBe(true)
  vi.advanceTimersByTime(1)
  expect(await hasRoom()).toBe(false)
})
