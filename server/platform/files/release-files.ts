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
 * Publishes the files of this build in a folder that all processes, the proxy and other releases
 * use, so that a phone gets the files of its page from any of them. Called repeatedly while the
 * release runs. Files that no release has published for thirty days are deleted.
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
      // Removes the folder of a build after its last file; a folder that is not empty stays.
      if (dirname(path) !== kept) ignoreErrors(() => rmdirSync(dirname(path)))
    }
  const deltaFolder = join(filesDir, DELTA_FOLDER)
  for (const build of existsSync(deltaFolder) ? readdirSync(deltaFolder) : [])
    if (!existsSync(join(kept, build)))
      ignoreErrors(() => rmSync(join(deltaFolder, build), { recursive: true, force: true }))
}

/**
 * The folders of releases up to November 2026, which used a folder for each build and might still
 * be running.
 */
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
