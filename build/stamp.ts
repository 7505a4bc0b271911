import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { basePath } from './base.ts'

const SOURCES = [
  'src',
  'sw',
  'server',
  'build',
  'scripts/build.ts',
  'public',
  'index.html',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
]
// Beside the folder, not in it: what is in it is served.
const stampOf = (folder: string) => `${folder}.built.json`

interface BuildStamp {
  readonly sources: string
  readonly base: string
}

/** Write down, last of all, which sources and which base path a build was made of. */
export const stamp = (folder: string): Plugin => {
  let before: BuildStamp
  return {
    name: 'baodao:stamp',
    apply: 'build',
    enforce: 'post',
    buildStart: async () => {
      before = await current()
    },
    closeBundle: {
      sequential: true,
      order: 'post',
      handler: async (error?: Error) => {
        if (error) return
        await writeFile(stampOf(folder), JSON.stringify(before))
      },
    },
  }
}

/** Was this folder built of the sources as they are now? */
export async function isBuildFresh(folder: string): Promise<boolean> {
  const built = await readFile(stampOf(folder), 'utf8').catch(() => '')
  return built === JSON.stringify(await current())
}

async function current(): Promise<BuildStamp> {
  const newest = await Promise.all(SOURCES.map(fingerprint))
  return { sources: newest.join(' '), base: basePath() }
}

// Count and newest change: cheap, and a checkout, an edit or a removed file each change it.
async function fingerprint(path: string): Promise<string> {
  const one = await stat(path).catch(() => undefined)
  if (one === undefined) return '-'
  const files = one.isDirectory()
    ? (await readdir(path, { recursive: true })).map((file) => join(path, file))
    : [path]
  // A file that goes while we look is gone, and the next look says so.
  const all = await Promise.all(files.map((file) => stat(file).catch(() => undefined)))
  const times = all.flatMap((file) => (file?.isFile() ? [Math.round(file.mtimeMs)] : []))
  return `${times.length}:${Math.max(0, ...times)}`
}
