import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { Rolldown } from 'vite'
import type { OfflineAudience } from '../src/contract/packs.ts'
import { findPublicPage } from '../src/contract/public-pages.ts'
import { BOUND_PARTS, offlineAudiences } from './precache-packs.ts'

/**
 * The files into which the modules are grouped that a start of the app loads after the first files.
 * A part is a module that is imported dynamically. A module that several groups need is in the first
 * of them, and a module of no group is in the files that the bundler makes by itself.
 *
 * - `background`: the parts for everybody that are no pages.
 * - `shared`: what a bound person's home and background work share with pages of strangers. So these
 *   pages load neither `home` nor `bound`.
 * - `early`: what they share with pages that start their reads early (by a `loader`). So these pages
 *   start without the rest.
 * - `home`: the other modules of a bound person's home.
 * - `bound`: the other modules of a bound person's background work.
 */
export type FileGroup = 'background' | 'shared' | 'early' | 'home' | 'bound'

/** The groups whose files only bound people load. */
export const BOUND_GROUPS: readonly FileGroup[] = ['early', 'home', 'bound']

const ENTRY = 'src/main.tsx'
const ROUTE = /^src\/routes\/([^/]+)\.tsx$/
const HOME = /^src\/features\/home\//
const PACKAGE = /\/node_modules\//

/** Returns the function by which the bundler names the group of a module (build/file-groups.ts). */
export function nameFileGroups(): Rolldown.CodeSplittingNameFunction {
  let groups: ReadonlyMap<string, FileGroup> | undefined
  return (id, context) => {
    groups ??= assignGroups(new ModuleGraph(context))
    return groups.get(id) ?? null
  }
}

function assignGroups(graph: ModuleGraph): ReadonlyMap<string, FileGroup> {
  const audiences = offlineAudiences()
  const isFor = (audience: OfflineAudience) => (part: string) =>
    (audiences.get(fileOf(part)) ?? 'everybody') === audience
  const isPage = (part: string) => ROUTE.test(fileOf(part))
  const entry = join(process.cwd(), ENTRY)
  const everybody = graph.partsOf([entry], isFor('everybody'))
  // Error reports need a network, so their parts are for nobody offline; strangers load them too.
  const anonymous = graph.partsOf(
    [entry],
    (part) =>
      isFor('everybody')(part) ||
      (isFor('nobody')(part) && (!isPage(part) || isPublicPage(fileOf(part)))),
  )
  const bound = graph
    .partsOf([entry], () => true)
    .filter((part) => BOUND_PARTS.includes(fileOf(part)))
  const ofHome = [...bound, ...graph.partsOf(bound, isFor('everybody'))].filter((part) =>
    HOME.test(fileOf(part)),
  )
  const groups = new Map<string, FileGroup>()
  const assign = (name: FileGroup, modules: Iterable<string>) => {
    for (const id of modules) if (!groups.has(id)) groups.set(id, name)
  }
  const ofHomeAndBound = graph.modulesOf([...ofHome, ...bound])
  const sharedWith = (pages: readonly string[]) => {
    const ofPages = graph.modulesOf(pages)
    return [...ofHomeAndBound].filter((id) => ofPages.has(id))
  }
  const early = graph.partsOf([entry], isPage).filter((part) => hasLoader(fileOf(part)))
  assign('background', graph.modulesOf(everybody.filter((part) => !isPage(part))))
  assign('shared', sharedWith(anonymous))
  assign('early', sharedWith(early))
  assign('home', graph.modulesOf(ofHome))
  assign('bound', ofHomeAndBound)
  return groups
}

/** Whether everybody may open this page, so that it must not load files of bound people. */
export const isAnonymousPage = (file: string): boolean =>
  isPublicPage(file) || (ROUTE.test(file) && offlineAudiences().get(file) === 'everybody')

function isPublicPage(file: string): boolean {
  const [, route = '$'] = ROUTE.exec(file) ?? []
  const path = route
    .replace(/\.?\{.*/, '')
    .replace(/\.?index$/, '')
    .replace('.$', '/')
  return findPublicPage(`/${path}`) !== undefined
}

const hasLoader = (route: string) => /^  loader:/m.test(readFileSync(route, 'utf8'))

const fileOf = (id: string) => relative(process.cwd(), id).replace(/\?.*/, '').replaceAll('\\', '/')

/** The modules of a build and their imports. */
class ModuleGraph {
  readonly #context: Rolldown.ChunkingContext
  readonly #imports = new Map<string, readonly string[]>()

  constructor(context: Rolldown.ChunkingContext) {
    this.#context = context
  }

  /** These modules, and all modules that they import statically. */
  modulesOf(modules: readonly string[]): Set<string> {
    const found = new Set(modules)
    for (const id of found) for (const imported of this.#importsOf(id)) found.add(imported)
    return found
  }

  /**
   * The parts that these modules import dynamically, directly or through other modules. Parts that
   * are not `wanted` are left out, and their imports are not followed.
   */
  partsOf(modules: readonly string[], wanted: (part: string) => boolean): string[] {
    const found = this.modulesOf(modules)
    const parts = new Set<string>()
    for (const id of found)
      for (const part of this.#context.getModuleInfo(id)?.dynamicallyImportedIds ?? [])
        if (wanted(part)) {
          parts.add(part)
          for (const imported of this.modulesOf([part])) found.add(imported)
        }
    return [...parts]
  }

  #importsOf(id: string): readonly string[] {
    const known = this.#imports.get(id)
    if (known !== undefined) return known
    const { importedIds = [], code } = this.#context.getModuleInfo(id) ?? {}
    // A package is followed no further, because its first module often imports all others.
    const found = (PACKAGE.test(id) ? [] : importedIds).flatMap((imported) =>
      PUBLIC_FILE.test(imported) ? this.#sourcesOf(imported, code ?? '') : [imported],
    )
    this.#imports.set(id, found)
    return found
  }

  // The bundler leaves out what a feature's public file hands on and nobody imports. Without this,
  // every module that imports one name would count as importing the whole feature.
  #sourcesOf(publicFile: string, code: string): string[] {
    const ofFeature = publicFile.split('/').slice(-3).join('/')
    const wanted = listStatements(code, 'import').flatMap(({ names, from }) =>
      from.endsWith(ofFeature) ? names : [],
    )
    return listStatements(this.#context.getModuleInfo(publicFile)?.code ?? '', 'export')
      .filter(({ names }) => names.some((name) => wanted.includes(name)))
      .map(({ from }) => join(dirname(publicFile), from))
  }
}

/** What a feature shows to others is only handed on. */
export const PUBLIC_FILE = /src\/features\/[\w-]+\/public\.ts$/

/** The statements `import { a } from 'b'` of some code, or its exports of that form. */
const listStatements = (code: string, kind: 'import' | 'export') =>
  [
    ...code.matchAll(new RegExp(`\\b${kind}\\s*\\{([^}]*)\\}\\s*from\\s*["']([^"']*)["']`, 'g')),
  ].map(([, list = '', from = '']) => ({
    names: list.split(',').map((name) => name.trim().replace(/\s.*/, '')),
    from,
  }))
