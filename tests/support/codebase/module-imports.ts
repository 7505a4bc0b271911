import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/** An import between two files of the codebase, by their paths. */
export interface ModuleImport {
  readonly from: string
  readonly to: string
}

const FOLDERS = ['src', 'sw', 'server', 'build', 'scripts']
const SPELLED = /(?:\bfrom|\bimport)\s*\(?\s*'([.#][^']+)'/g
// The aliases of "imports" in package.json, each with its folder and the ending of the file name.
const ALIASES: readonly (readonly [alias: string, folder: string, end: string])[] = [
  ['#app/', 'src/', ''],
  ['#i18n/', 'src/i18n/', '.ts'],
  ['#contract/', 'src/contract/', '.ts'],
  ['#offline/', 'src/offline/', '.ts'],
  ['#server/', 'server/', '.ts'],
]

/** Every import between files of the codebase. */
export function findModuleImports(root: string): ModuleImport[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => join(folder, name)),
  ).flatMap((from) =>
    [...readFileSync(join(root, from), 'utf8').matchAll(SPELLED)].map(([, spelled = '']) => ({
      from,
      to: resolved(from, spelled),
    })),
  )
}

function resolved(from: string, spelled: string): string {
  const [alias = '', folder = '', end = ''] =
    ALIASES.find(([start]) => spelled.startsWith(start)) ?? []
  return alias === ''
    ? normalize(join(dirname(from), spelled))
    : `${folder}${spelled.slice(alias.length)}${end}`
}
