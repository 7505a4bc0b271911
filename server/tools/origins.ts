import {
  type EncodedSourceMap,
  originalPositionFor,
  sourceContentFor,
  TraceMap,
} from '@jridgewell/trace-mapping'

/** Where a function comes from, in words that outlive an edit elsewhere in its file. */
export interface Origin {
  /** 'react-dom/cjs/react-dom-client.production.js' of a library, 'src/main.tsx' of ours. */
  readonly module: string
  /** The line that it begins in, without its indent; of code on one long line what stands there. */
  readonly line: string
}

const LONGEST = 64

/** Tells for a place in a built file, in characters from its beginning, where it comes from. */
export function originsIn(
  code: string,
  map: EncodedSourceMap,
): (offset: number) => Origin | undefined {
  const trace = new TraceMap(map)
  const starts = [0]
  for (let end = code.indexOf('\n'); end >= 0; end = code.indexOf('\n', end + 1))
    starts.push(end + 1)
  const contents = new Map<string, readonly string[]>()
  const linesOf = (source: string) => {
    const known = contents.get(source) ?? (sourceContentFor(trace, source) ?? '').split('\n')
    contents.set(source, known)
    return known
  }
  return (offset) => {
    const row = lastUpTo(starts, offset)
    const { source, line, column } = originalPositionFor(trace, {
      line: row + 1,
      column: offset - (starts[row] ?? 0),
    })
    if (source === null) return undefined
    const text = linesOf(source)[line - 1] ?? ''
    const said = text.length > 500 ? text.slice(column) : text.trim()
    return { module: moduleOf(source), line: said.slice(0, LONGEST) }
  }
}

/** The module at a path: a library's by its package's name, ours from the project's root. */
export const moduleOf = (path: string): string =>
  path
    .replaceAll('\\', '/')
    .replace(/^.*node_modules\//, '')
    .replace(/^(\.\.\/)+/, '')

// The index of the last of ascending numbers that is not over a limit.
function lastUpTo(numbers: readonly number[], limit: number): number {
  let low = 0
  let high = numbers.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((numbers[middle] ?? 0) <= limit) low = middle
    else high = middle - 1
  }
  return low
}
