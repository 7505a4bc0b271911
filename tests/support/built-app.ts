import { execFileSync } from 'node:child_process'
import { isFresh } from '../../build/stamp.ts'

/**
 * Build app and backend once before the browser tests, unless the sources are as the last build
 * found them.
 */
export async function setup(): Promise<void> {
  if ((await isFresh('dist/app')) && (await isFresh('dist/server'))) return
  const { VITEST: _, ...environment } = process.env
  execFileSync(process.execPath, ['--import', 'tsx', 'scripts/build.ts', '--quiet'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: environment,
  })
}
