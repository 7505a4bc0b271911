import { accessSync, constants, statSync } from 'node:fs'
import { join } from 'node:path'

/** The files and folders that a start creates in the data folder. */
const CHECKED_PATHS = ['', 'postgres', 'builds', 'public', 'secrets.key']

/**
 * Returns a sentence if the process of another user (usually root) has created a folder or a part
 * of it, so that this process cannot use it.
 */
export function describeForeignOwner(
  folder: string,
  parts: readonly string[] = CHECKED_PATHS,
): string | undefined {
  const ourselves = process.getuid?.()
  // Root has access to everything; the files of PostgreSQL are checked by `assertFolderOwnedBy`.
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
