import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Write a shell script that runs a command with the script's arguments; returns its path. */
export async function writeLauncher(folder: string, command: readonly string[]): Promise<string> {
  const path = join(folder, 'program')
  const quoted = command.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ')
  await writeFile(path, `#!/bin/sh\nexec ${quoted} "$@"\n`, { mode: 0o755 })
  return path
}
