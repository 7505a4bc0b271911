import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'

const KEPT_DAYS = 30
const DAY_MS = 24 * 3600 * 1000

/**
 * Lay the files of this build beside those of other releases, in one folder that every
 * process and the proxy read: a phone asks any of them for the files of the page that it runs.
 * Called again and again while the release runs; what no release has brought along for thirty days
 * goes.
 */
export function keepFiles({
  appDir,
  filesDir,
  dataDir,
}: {
  appDir: string
  filesDir: string
  dataDir: string
}): void {
  const own = join(appDir, 'assets')
  if (!existsSync(own)) return
  const kept = join(filesDir, 'assets')
  mkdirSync(kept, { recursive: true })
  for (const folder of [filesDir, kept]) quietly(() => chmodSync(folder, 0o755))
  const now = new Date()
  for (const { path, name } of filesIn(own)) {
    lay(path, join(kept, name))
    quietly(() => utimesSync(join(kept, name), now, now))
  }
  for (const { path, name } of earlierBuilds(dataDir).flatMap(filesIn)) lay(path, join(kept, name))
  for (const { path } of filesIn(kept))
    if (now.getTime() - changedAt(path) > KEPT_DAYS * DAY_MS) {
      rmSync(path, { force: true })
      // The folder of a build goes with its last file; one that holds others stays.
      if (dirname(path) !== kept) quietly(() => rmdirSync(dirname(path)))
    }
}

/** Releases up to November 2026 kept a folder for each build, and may still be running. */
function earlierBuilds(dataDir: string): string[] {
  const builds = join(dataDir, 'builds')
  return existsSync(builds) ? readdirSync(builds).map((name) => join(builds, name)) : []
}

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.map'))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ name: relative(folder, path), path }))

// Whoever reads sees the whole file or none.
function lay(from: string, to: string): void {
  if (statSync(to, { throwIfNoEntry: false })?.size === statSync(from).size) return
  mkdirSync(dirname(to), { recursive: true })
  // The proxy is another user.
  quietly(() => chmodSync(dirname(to), 0o755))
  const half = `${to}.${process.pid}.half`
  copyFileSync(from, half)
  chmodSync(half, 0o644)
  renameSync(half, to)
}

const changedAt = (path: string) =>
  statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY

function quietly(work: () => void): void {
  try {
    work()
  } catch {
    // It belongs to another user, who has seen to it.
  }
}
