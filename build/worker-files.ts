import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { getManifest } from 'workbox-build'
import type { KeptFile } from '../src/contract/packs.ts'
import { listKept } from './kept-files.ts'

const WORKER = 'sw.js'
const REVISION_LENGTH = 8

/**
 * Part the worker into its code and the list of what it keeps, each named after its content, and a
 * first file that names both. An update then costs a phone the list, and not the code with it; and
 * the first file always changes with them, which is what every browser looks at.
 */
export const workerFiles = (folder: string): Plugin => ({
  name: 'baodao:worker-files',
  apply: 'build',
  enforce: 'post',
  // Sequential and post: the worker is written by another plugin's closeBundle.
  closeBundle: {
    sequential: true,
    order: 'post',
    handler: async () => {
      const { manifestEntries } = await getManifest({
        globDirectory: folder,
        globPatterns: ['**/*.{js,css,html,woff2,json,svg}', 'icons/192.png'],
        globIgnores: [WORKER],
        maximumFileSizeToCacheInBytes: 4e6,
        manifestTransforms: [(entries) => ({ manifest: listKept(folder, entries) })],
      })
      const list: KeptFile[] = manifestEntries.map(({ revision, ...entry }) => ({
        ...entry,
        revision: revision?.slice(0, REVISION_LENGTH) ?? '',
      }))
      const code = await write(folder, 'worker', await readFile(join(folder, WORKER), 'utf8'))
      await startWith(folder, list, code)
    },
  },
})

/** Make the worker that begins with this list and this code; both lie in the build's `folder`. */
export async function startWith(
  folder: string,
  list: readonly KeptFile[],
  code: string,
): Promise<void> {
  const kept = await write(folder, 'kept', `self.kept=${JSON.stringify(list)}`)
  await writeFile(
    join(folder, WORKER),
    `importScripts(${JSON.stringify(kept)},${JSON.stringify(code)})`,
  )
}

async function write(folder: string, name: string, text: string): Promise<string> {
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, REVISION_LENGTH)
  const file = `assets/${name}-${hash}.js`
  await writeFile(join(folder, file), text)
  return file
}
