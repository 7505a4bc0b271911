import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmdirSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { DELTA_FOLDER } from './dictionary-deltas/format.ts'
import {
  listFiles,
  writeAtomically,
  makeFolderReadable,
  ignoreErrors,
} from './disk/atomic-write.ts'

const UNUSED_FILE_DAYS = 30
const DAY_MS = 24 * 3600 * 1000

/**
 * Lay the files of this build beside those of other releases, in one folder that every
 * process and the proxy read: a phone asks any of them for the files of the page that it runs.
 * Called again and again while the release runs; what no release has brought along for thirty days
 * goes.
 */
export function publishReleaseFiles({
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
  for (const folder of [filesDir, kept]) makeFolderReadable(folder)
  const now = new Date()
  for (const { path, name } of listFiles(own)) {
    copyOnce(path, join(kept, name))
    ignoreErrors(() => utimesSync(join(kept, name), now, now))
  }
  for (const { path, name } of earlierBuilds(dataDir).flatMap(listFiles))
    copyOnce(path, join(kept, name))
  for (const { path } of listFiles(kept))
    if (now.getTime() - changedAt(path) > UNUSED_FILE_DAYS * DAY_MS) {
      rmSync(path, { force: true })
      // The folder of a build goes with its last file; one that holds others stays.
      if (dirname(path) !== kept) ignoreErrors(() => rmdirSync(dirname(path)))
    }
  const differences = join(filesDir, DELTA_FOLDER)
  for (const build of existsSync(differences) ? readdirSync(differences) : [])
    if (!existsSync(join(kept, build)))
      ignoreErrors(() => rmSync(join(differences, build), { recursive: true, force: true }))
}

/** Releases up to November 2026 kept a folder for each build, and may still be running. */
function earlierBuilds(dataDir: string): string[] {
  const builds = join(dataDir, 'builds')
  return existsSync(builds) ? readdirSync(builds).map((name) => join(builds, name)) : []
}

function copyOnce(from: string, to: string): void {
  if (statSync(to, { throwIfNoEntry: false })?.size === statSync(from).size) return
  writeAtomically(to, (half) => copyFileSync(from, half))
}

const changedAt = (path: string) =>
  statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY
