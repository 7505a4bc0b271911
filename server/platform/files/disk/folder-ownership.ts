import { accessSync, constants, statSync } from 'node:fs'
import { join } from 'node:path'

/** What a start makes in its folder of data. */
const CHECKED_PATHS = ['', 'postgres', 'builds', 'public', 'secrets.key']

/**
 * A sentence when a folder, or a part of it, was made by a start of another user, usually of root,
 * so that this one cannot work with it.
 */
export function describeForeignOwner(
  folder: string,
  parts: readonly string[] = CHECKED_PATHS,
): string | undefined {
  const ourselves = process.getuid?.()
  // Root may do everything, and what PostgreSQL may not is said there.
  if (ourselves === undefined || ourselves === 0) return undefined
  for (const path of parts.map((part) => join(folder, part))) {
    const owner = statSync(path, { throwIfNoEntry: false })?.uid
    if (owner === undefined || owner === ourselves || isUsable(path)) continue
    return `${path} belongs to ${owner === 0 ? 'root' : `user ${owner}`}, who started this once; run "sudo chown -R $(id -u):$(id -g) ${folder}", or use another folder.`
  }
  return undefined
}

function isUsable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.W_OK)
    return true
  } catch {
    return false
  }
}
