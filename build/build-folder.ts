import { createHash } from 'node:crypto'
import { readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Plugin, UserConfig } from 'vite'

/** Where the bundler puts its files, until their contents have named the folder. */
const PLACE = 'assets/build'

/**
 * The files of a build lie in a folder that is named after the contents of all of them, and name
 * each other without it. A file whose text has not changed is then the same file in the next build,
 * byte for byte: with a hash in every name, one changed word would change all that lead to it.
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
      await writeFile(page, await withIntegrity(folder, written))
    },
  },
})

// Without the comments for developers and the indentation; the marks of what a server puts in stay.
const compact = (html: string): string =>
  html.replaceAll(/<!-- [^]*?-->/g, '').replaceAll(/\n\s+/g, '\n')

/**
 * The page with the hashes of the scripts that it starts with (Subresource Integrity): a browser runs
 * none that was changed on the way or in a cache.
 */
export async function withIntegrity(folder: string, html: string): Promise<string> {
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

/** The bundler's names of files. */
export const FILE_NAMES = {
  entryFileNames: `${PLACE}/[name].js`,
  chunkFileNames: (chunk: NamedChunk) => `${PLACE}/${chunkName(chunk)}.js`,
  assetFileNames: `${PLACE}/[name][extname]`,
}

/** How files of a build address each other: from where they are. Only the page names the folder. */
export const relativeBuildUrls: RenderBuiltUrl = (_, { hostType }) =>
  hostType === 'html' ? undefined : { relative: true }

type RenderBuiltUrl = NonNullable<NonNullable<UserConfig['experimental']>['renderBuiltUrl']>

interface NamedChunk {
  readonly name: string
  readonly facadeModuleId?: string | null
  readonly moduleIds: readonly string[]
}

// With its folder: many files are called queries.ts, and a number behind the name would be another
// one as soon as one more is.
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
