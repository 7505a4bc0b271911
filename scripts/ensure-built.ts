import { spawnSync } from 'node:child_process'
import { describeForeignOwner } from '#server/platform/files/disk/folder-ownership'
import { ssrFolderOf } from '../build/ssr-build.ts'
import { isBuildFresh } from '../build/stamp.ts'
import { withFolderLock } from './folder-lock.ts'

const PARTS = ['dist/app', ssrFolderOf('dist/app'), 'dist/server']

const isBuilt = async () => !(await Promise.all(PARTS.map(isBuildFresh))).includes(false)

/**
 * Builds the app if it is missing or older than its sources. If several processes need the build in
 * one folder, one process builds it and the others wait.
 */
export async function ensureBuilt(say: (line: string) => void): Promise<void> {
  if (await isBuilt()) return
  await withFolderLock(
    process.cwd(),
    async () => {
      if (await isBuilt()) return
      say('Building the app; this takes a moment.')
      build()
    },
    () => say('Another start is building the app; waiting for it.'),
  )
}

function build(): void {
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', 'scripts/build.ts', '--quiet'],
    { stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' },
  )
  if (status === 0) return
  const why = describeForeignOwner('dist', ['', 'app', 'app/assets', 'server', 'app.built.json'])
  process.stderr.write(`The app could not be built. ${why ?? stderr}\n`)
  process.exit(1)
}
