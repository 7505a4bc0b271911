import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build, type Plugin } from 'vite'
import { getManifest } from 'workbox-build'
import type { PrecachedFile } from '../src/contract/packs.ts'
import { hashFile, hashPage } from '../src/contract/page-hash.ts'
import type { WorkerFileNames } from './build-manifest.ts'
import { writePackageList, packageListPath } from './packages.ts'
import { assignPrecachePacks } from './precache-list.ts'

const WORKER = 'sw.js'
const PAGE = 'index.html'
const HASH_LENGTH = 8

/**
 * Splits the worker into its code, the list of precached files, and a small first file, and builds
 * the delivery worker. All but the first file are named after their content, and the first file names
 * them. So an update costs a phone the list without the code. Browsers check the first file for
 * updates, and it changes whenever one of the other files changes.
 */
export const splitWorker = (folder: string): Plugin => ({
  name: 'baodao:worker-files',
  apply: 'build',
  enforce: 'post',
  // 'sequential' and 'post', because another plugin writes the worker in its closeBundle.
  closeBundle: {
    sequential: true,
    order: 'post',
    handler: async () => {
      const { manifestEntries } = await getManifest({
        globDirectory: folder,
        globPatterns: ['**/*.{js,css,html,woff2,json,svg}', 'icons/192.png'],
        globIgnores: [WORKER],
        maximumFileSizeToCacheInBytes: 4e6,
      })
      const list: PrecachedFile[] = await Promise.all(
        assignPrecachePacks(folder, manifestEntries).map(async ({ url, packs }) => ({
          url,
          ...(packs && { packs }),
          hash: await hashBuildFile(folder, url),
        })),
      )
      const code = await write(folder, 'worker', await readFile(join(folder, WORKER), 'utf8'))
      const delivery = await write(folder, 'delivery', await buildDelivery(folder))
      await writeWorkerEntry(folder, list, { code, delivery })
    },
  },
})

/** The hash of a build's file, in the format of the worker's list. */
export async function hashBuildFile(folder: string, url: string): Promise<string> {
  const bytes = new Uint8Array(await readFile(join(folder, url)))
  return url === PAGE ? hashPage(new TextDecoder().decode(bytes)) : hashFile(bytes)
}

/**
 * Writes the worker's first file, which names this list and these scripts. All of them are in the
 * build's `folder`.
 */
export async function writeWorkerEntry(
  folder: string,
  list: readonly PrecachedFile[],
  { code, delivery }: Omit<WorkerFileNames, 'list'>,
): Promise<void> {
  const listFile = await write(folder, 'precache-list', `self.precacheList=${JSON.stringify(list)}`)
  await writeFile(
    join(folder, WORKER),
    `self.deliveryScript=${JSON.stringify(delivery)};importScripts(${JSON.stringify(listFile)},${JSON.stringify(code)})`,
  )
}

async function buildDelivery(folder: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [writePackageList(packageListPath(`${folder}.delivery`))],
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      target: 'es2020',
      write: false,
      lib: { entry: 'sw/delivery.ts', formats: ['iife'], name: 'delivery', fileName: 'delivery' },
    },
  })
  const [first] = [built].flat()
  const chunk = first !== undefined && 'output' in first ? first.output[0] : undefined
  if (chunk === undefined) throw new Error('Nothing that delivers was built')
  return chunk.code
}

async function write(folder: string, name: string, text: string): Promise<string> {
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, HASH_LENGTH)
  const file = `assets/${name}-${hash}.js`
  await writeFile(join(folder, file), text)
  return file
}
