import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'

const Manifest = v.object({ scope: v.string() })

/** Returns a sentence if the app was built for another base path than the configured one. */
export function describeBasePathMismatch({
  appDir,
  basePath,
}: {
  appDir: string
  basePath: string
}): string | undefined {
  const file = join(appDir, 'manifest.webmanifest')
  if (!existsSync(file)) return undefined
  const { scope } = v.parse(Manifest, JSON.parse(readFileSync(file, 'utf8')))
  return scope === `${basePath}/`
    ? undefined
    : `BASE_PATH is ${basePath || 'not set'}, but the app in ${appDir} was built for ${scope}; build it again with the same BASE_PATH.`
}
