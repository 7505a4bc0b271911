import { execFileSync } from 'node:child_process'
import { ssrFolderOf } from '../../../build/ssr-build.ts'
import { isBuildFresh } from '../../../build/stamp.ts'

/**
 * Build the app and the backend once before the browser tests, unless the sources are unchanged
 * since the last build.
 */
export async function setup(): Promise<void> {
  const parts = ['dist/app', ssrFolderOf('dist/app'), 'dist/server']
  if (!(await Promise.all(parts.map(isBuildFresh))).includes(false)) return
  const { VITEST: _, ...environment } = process.env
  execFileSync(process.execPath, ['--import', 'tsx', 'scripts/build.ts', '--quiet'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: environment,
  })
}
