import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

/** A copy of the codebase, which a test can change. */
export interface CodebaseCopy {
  readonly path: string
  readonly addFile: (file: string, source: string) => Promise<void>
  /** Run a tool in the copy. Returns its output, whether or not the tool succeeds. */
  readonly runTool: (tool: string, ...args: string[]) => Promise<string>
  readonly remove: () => Promise<void>
}

/** Copy these parts of the codebase, and link the installed packages. */
export async function copyCodebase(parts: readonly string[]): Promise<CodebaseCopy> {
  const path = await mkdtemp(join(tmpdir(), 'baodao-house-'))
  for (const part of parts) await cp(part, join(path, part), { recursive: true })
  await symlink(resolve('node_modules'), join(path, 'node_modules'))
  return {
    path,
    addFile: async (file, source) => {
      await mkdir(dirname(join(path, file)), { recursive: true })
      await writeFile(join(path, file), source)
    },
    runTool: (tool, ...args) =>
      new Promise((said) => {
        execFile(
          join(resolve('node_modules/.bin'), tool),
          args,
          { cwd: path, maxBuffer: 64_000_000 },
          (_, out, err) => said(out + err),
        )
      }),
    remove: () => rm(path, { recursive: true, force: true }),
  }
}
