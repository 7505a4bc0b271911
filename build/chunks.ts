interface Module {
  readonly isEntry?: boolean
  readonly importedIds: readonly string[]
}
interface Graph {
  readonly getModuleInfo: (id: string) => Module | null
}

/** What seldom changes keeps its name over updates, and need not travel again. */
export const FRAME =
  /node_modules\/(react|react-dom|scheduler|@tanstack\/(react-router|router-core|history|store|react-store))\//
/** What libraries export beside what the first screen uses; only further screens want it. */
const LATER =
  /@tanstack\/(query-core|react-query)\/.*\/(queriesObserver|useQueries|infiniteQueryObserver|useInfiniteQuery)\.js$/
/** What nearly every further screen begins with: too small to be asked for by itself. */
const SOON = /src\/(ui\/(part|AgeBanner)\.tsx|words\/kept\.ts|lib\/age\.ts)$/
const ENTRY = /src\/main\.tsx$/

/**
 * One file for all that the first screen needs beside the frame. Left alone the bundler
 * makes twenty small ones of what routes share, and each costs headers and compresses worse.
 */
export function chunkOf(id: string, graph: Graph): string | null {
  first ??= reachable(graph)
  return (first.has(id) && !LATER.test(id)) || SOON.test(id) ? 'first' : null
}

let first: ReadonlySet<string> | undefined
let entry: string | undefined

/** Tell which module the page starts with; the bundler resolves it before it makes chunks. */
export const noteEntry = (id: string): void => {
  if (ENTRY.test(id)) {
    entry = id
    first = undefined
  }
}

function reachable(graph: Graph): ReadonlySet<string> {
  const seen = new Set<string>()
  const open = entry === undefined ? [] : [entry]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (seen.has(id)) continue
    seen.add(id)
    open.push(...(graph.getModuleInfo(id)?.importedIds ?? []))
  }
  return seen
}
