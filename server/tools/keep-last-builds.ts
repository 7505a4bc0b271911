import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const BUILDS = 3

/**
 * Keep the hashed files of the builds before this one beside its own, so that a page that was opened before a deployment
 * still finds its later parts. They are put back after the worker's list is made: the phone keeps only its own build.
 */
export const keepLastBuilds = (folder: string): Plugin => {
  const assets = join(folder, 'assets')
  const memory = `${folder}.builds.json`
  const old = new Map<string, Buffer>()
  let builds: string[][] = []
  return {
    name: 'baodao:keep-last-builds',
    apply: 'build',
    enforce: 'post',
    buildStart: async () => {
      builds = await readBuilds(memory)
      const wanted = new Set(builds.slice(0, BUILDS - 1).flat())
      for (const file of await filesIn(assets)) {
        if (wanted.has(file)) old.set(file, await readFile(join(assets, file)))
      }
    },
    closeBundle: {
      sequential: true,
      order: 'post',
      handler: async (error?: Error) => {
        const own = await filesIn(assets)
        if (error || own.length === 0) return
        await mkdir(assets, { recursive: true })
        for (const [file, content] of old) {
          if (!own.includes(file)) await writeFile(join(assets, file), content)
        }
        // The same sources built again are the same build.
        const before = builds.filter((files) => files.join() !== own.join())
        await writeFile(memory, JSON.stringify([own, ...before].slice(0, BUILDS)))
      },
    },
  }
}

const filesIn = async (folder: string): Promise<string[]> => (await readdir(folder).catch(() => [])).toSorted()

async function readBuilds(file: string): Promise<string[][]> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as string[][]
  } catch {
    return []
  }
}
