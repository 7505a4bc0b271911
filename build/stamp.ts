import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { readBasePath } from './base.ts'

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
// The stamp is next to the folder and not in it, since everything in the folder is served.
const stampOf = (folder: string) => `${folder}.built.json`

interface BuildStamp {
  readonly sources: string
  readonly base: string
}

/** Writes, as the last step, a stamp of the sources and the base path of a build. */
export const writeBuildStamp = (folder: string): Plugin => {
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

/** Whether this folder was built from the current sources and base path. */
export async function isBuildFresh(folder: string): Promise<boolean> {
  const built = await readFile(stampOf(folder), 'utf8').catch(() => '')
  return built === JSON.stringify(await current())
}

async function current(): Promise<BuildStamp> {
  const newest = await Promise.all(SOURCES.map(fingerprint))
  return { sources: newest.join(' '), base: readBasePath() }
}

// The number of files and the newest modification time. This is cheap to compute, and every
// checkout, edit or removal changes it.
async function fingerprint(path: string): Promise<string> {
  const one = await stat(path).catch(() => undefined)
  if (one === undefined) return '-'
  const files = one.isDirectory()
    ? (await readdir(path, { recursive: true })).map((file) => join(path, file))
    : [path]
  // A file that is deleted during the scan counts as missing.
  const all = await Promise.all(files.map((file) => stat(file).catch(() => undefined)))
  const times = all.flatMap((file) => (file?.isFile() ? [Math.round(file.mtimeMs)] : []))
  return `${times.length}:${Math.max(0, ...times)}`
}
