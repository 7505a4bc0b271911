import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { addScriptIntegrity } from '../../../build/build-folder.ts'
import {
  readPrecacheList,
  readBuildManifest,
  readWorkerFileNames,
} from '../../../build/build-manifest.ts'
import { hashBuildFile, writeWorkerEntry } from '../../../build/split-worker.ts'

/**
 * Rewrite the build in `folder` as a later build: its page contains `mark`, its files lie in a
 * folder named `version`, files whose names match `gone` are deleted, and scripts whose names match
 * `changed` are changed. Returns the previous addresses of the deleted files.
 */
export async function rewriteAsNextBuild(
  folder: string,
  {
    mark,
    version,
    gone,
    changed,
  }: { mark: string; version: string; gone?: RegExp | undefined; changed?: RegExp | undefined },
): Promise<string[]> {
  const [old, next] = [folderOf(folder), version]
  await rename(join(folder, old), join(folder, 'assets', next))
  const inNext = (text: string) => text.replaceAll(`${old}/`, `assets/${next}/`)
  await editFile(join(folder, 'index.html'), (page) =>
    inNext(page).replace('</html>', `${mark}</html>`),
  )
  const names = await readdir(join(folder, 'assets', next))
  const missing = names.filter((name) => gone?.test(name) === true)
  for (const name of missing) await rm(join(folder, 'assets', next, name))
  const others = names.filter((name) => changed?.test(name) === true && name.endsWith('.js'))
  for (const name of others)
    await editFile(join(folder, 'assets', next, name), (code) => `${code}\n// Another build.\n`)
  const { list: _, ...rest } = await readWorkerFileNames(folder)
  await editFile(join(folder, 'index.html'), (page) => addScriptIntegrity(folder, page))
  const list = await Promise.all(
    (await readPrecacheList(folder))
      .filter(({ url }) => !missing.some((name) => url === `${old}/${name}`))
      .map(async (entry) => ({
        ...entry,
        url: inNext(entry.url),
        hash: await hashBuildFile(folder, inNext(entry.url)),
      })),
  )
  await writeWorkerEntry(folder, list, rest)
  await dropPacked(join(folder, 'sw.js'))
  return missing.map((name) => `${old}/${name}`)
}

function folderOf(folder: string): string {
  const { chunks, first } = readBuildManifest(folder)
  const file = chunks[first[0] ?? '']?.file ?? ''
  return file.slice(0, file.lastIndexOf('/'))
}

/** Change a text file of a build, and delete its compressed copies. */
export async function editFile(
  path: string,
  how: (text: string) => string | Promise<string>,
): Promise<void> {
  await writeFile(path, await how(await readFile(path, 'utf8')))
  await dropPacked(path)
}

// The server would still send the compressed copies of the previous text.
async function dropPacked(path: string): Promise<void> {
  for (const packed of ['br', 'gz']) await rm(`${path}.${packed}`, { force: true })
}
