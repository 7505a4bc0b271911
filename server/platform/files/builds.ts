import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs'
import { join } from 'node:path'

const KEPT = 3

/**
 * Keep the hashed files of this build and answer the folders of the last three, newest first: a
 * phone that still runs yesterday's page asks for yesterday's files.
 */
export function keepBuild({ appDir, dataDir }: { appDir: string; dataDir: string }): string[] {
  const assets = join(appDir, 'assets')
  const builds = join(dataDir, 'builds')
  if (!existsSync(assets)) return []
  const name = createHash('sha256')
    .update(readdirSync(assets).sort().join('\n'))
    .update(readFileSync(join(appDir, 'index.html')))
    .digest('hex')
    .slice(0, 16)
  const folder = join(builds, name)
  mkdirSync(builds, { recursive: true })
  if (!existsSync(folder)) cpSync(assets, folder, { recursive: true })
  utimesSync(folder, new Date(), new Date())
  const age = (build: string) => statSync(join(builds, build)).mtimeMs
  const [...newest] = readdirSync(builds).sort((a, b) => age(b) - age(a))
  for (const old of newest.splice(KEPT)) rmSync(join(builds, old), { recursive: true, force: true })
  return newest.map((build) => join(builds, build))
}
