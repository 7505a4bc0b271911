import { createHash } from 'node:crypto'
import { readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Plugin, UserConfig } from 'vite'

/**
 * The folder into which the bundler writes its files. The folder is afterwards renamed to the hash
 * of its content.
 */
const PLACE = 'assets/build'

/**
 * Puts the files of a build into a folder named after the content of all of them. The files refer
 * to each other relatively, without the name of the folder. So a file whose source has not changed
 * is byte for byte the same in the next build. With a hash in every file name instead, one changed
 * word would change all files that import it.
 */
export const buildFolder = (folder: string): Plugin => ({
  name: 'baodao:build-folder',
  apply: 'build',
  enforce: 'post',
  writeBundle: {
    sequential: true,
    order: 'post',
    handler: async () => {
      const name = await nameOf(folder)
      await rename(join(folder, PLACE), join(folder, 'assets', name))
      for (const file of ['index.html', '.vite/manifest.json']) {
        const text = await readFile(join(folder, file), 'utf8')
        await writeFile(join(folder, file), text.replaceAll(`${PLACE}/`, `assets/${name}/`))
      }
      const page = join(folder, 'index.html')
      const written = compact(await readFile(page, 'utf8'))
      await writeFile(page, await addScriptIntegrity(folder, written))
    },
  },
})

// Removes comments and indentation. The comments that mark the server's insertion points stay.
const compact = (html: string): string =>
  html.replaceAll(/<!-- [^]*?-->/g, '').replaceAll(/\n\s+/g, '\n')

/**
 * Adds Subresource Integrity hashes for the page's scripts to its HTML, so that a browser does not
 * run a script that was changed on the way or in a cache.
 */
export async function addScriptIntegrity(folder: string, html: string): Promise<string> {
  let page = html
  for (const [tag, file = ''] of html.matchAll(STARTS)) {
    const code = await readFile(join(folder, 'assets', file))
    const hash = createHash('sha256').update(code).digest('base64')
    const bare = tag.replace(/ integrity="[^"]*"/, '')
    page = page.replace(tag, () => bare.replace('<script', `<script integrity="sha256-${hash}"`))
  }
  return page
}

const STARTS = /<script\b[^>]*\bsrc="[^"]*\/assets\/([^"]+)"[^>]*>/g

/** The bundler's patterns for file names. */
export const OUTPUT_FILE_NAMES = {
  entryFileNames: `${PLACE}/[name].js`,
  chunkFileNames: (chunk: NamedChunk) => `${PLACE}/${chunkName(chunk)}.js`,
  assetFileNames: `${PLACE}/[name][extname]`,
}

/**
 * Makes the files of a build refer to each other by relative URLs. Only the page names the folder.
 */
export const relativeBuildUrls: RenderBuiltUrl = (_, { hostType }) =>
  hostType === 'html' ? undefined : { relative: true }

type RenderBuiltUrl = NonNullable<NonNullable<UserConfig['experimental']>['renderBuiltUrl']>

interface NamedChunk {
  readonly name: string
  readonly facadeModuleId?: string | null
  readonly moduleIds: readonly string[]
}

// The name of a chunk includes the source folder, because many files are called queries.ts. A
// number appended by the bundler would change as soon as another file of that name is added.
function chunkName({ name, facadeModuleId, moduleIds }: NamedChunk): string {
  const file = facadeModuleId ?? moduleIds.at(-1) ?? ''
  const isOurs = /\/src\/[^?]*$/.test(file) && basename(file).startsWith(name)
  return isOurs ? `${basename(dirname(file))}.${name}` : name
}

async function nameOf(folder: string): Promise<string> {
  const hash = createHash('sha256').update(await readFile(join(folder, 'index.html')))
  for (const file of (await readdir(join(folder, PLACE))).sort())
    hash.update(file).update(await readFile(join(folder, PLACE, file)))
  return hash.digest('base64url').slice(0, 8)
}
