import { writeFile } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import type { Plugin } from 'vite'

/** The packages that a build contains or needs. */
export interface BuildPackages {
  /** The packages whose code is in the build's files, as folders such as node_modules/hono. */
  readonly bundled: readonly string[]
  /** The names of the packages that the build imports at run time. */
  readonly wanted: readonly string[]
}

const FOLDER = /^.*?(node_modules\/.*node_modules\/|node_modules\/)((@[^/]+\/)?[^/]+)\//

/**
 * The path of a build's list of packages. The list is next to the build's folder and not in it,
 * since everything in the folder is served.
 */
export const packageListPath = (folder: string) => `${folder}.packages.json`

/** Writes the list of the packages in a build, for `npm run package`. */
export const writePackageList = (file: string): Plugin => ({
  name: 'baodao:packages',
  apply: 'build',
  generateBundle: async (_, bundle) => {
    const chunks = Object.values(bundle).flatMap((part) => (part.type === 'chunk' ? [part] : []))
    const bundled = chunks.flatMap(({ moduleIds }) =>
      moduleIds.flatMap((id) => {
        const [, above = '', name = ''] = FOLDER.exec(id) ?? []
        return name === '' ? [] : [`${above}${name}`]
      }),
    )
    const wanted = chunks
      .flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports])
      .filter((name) => !(name in bundle) && !isBuiltin(name) && !/^[./]/.test(name))
      .map((name) =>
        name
          .split('/')
          .slice(0, name.startsWith('@') ? 2 : 1)
          .join('/'),
      )
    const sorted = (names: string[]) => [...new Set(names)].toSorted()
    const said: BuildPackages = { bundled: sorted(bundled), wanted: sorted(wanted) }
    await writeFile(file, JSON.stringify(said))
  },
})
