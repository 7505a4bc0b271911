import { dirname } from 'node:path'
import { IMPORT_LAYERS } from '../../server/layers.ts'
import { findModuleImports } from '../support/codebase/module-imports.ts'

const SERVER = 'server/'

if (import.meta.filename === process.argv[1]) {
  const wrong = findLayerViolations('.')
  for (const sentence of wrong) process.stderr.write(`${sentence}\n`)
  process.exitCode = wrong.length === 0 ? 0 : 1
}

/**
 * One sentence for each import of the backend in `house` that goes against `server/layers.ts` or
 * past a feature's public file.
 */
export function findLayerViolations(root: string): string[] {
  return findModuleImports(root).flatMap(({ from, to }) => {
    if (!from.startsWith(SERVER) || !to.startsWith(SERVER)) return []
    const why = problem(from.slice(SERVER.length), to.slice(SERVER.length))
    return why === undefined ? [] : [`${from} imports ${to}: ${why}`]
  })
}

function problem(file: string, target: string): string | undefined {
  const [from, to] = [partOf(file), partOf(target)]
  if (from === to) return undefined
  const [own, other] = [IMPORT_LAYERS.indexOf(from), IMPORT_LAYERS.indexOf(to)]
  if (own < 0 || other < 0) return `${own < 0 ? from : to} stands nowhere in server/layers.ts`
  if (other > own) return `${to} stands above ${from} in server/layers.ts`
  const isOpen =
    target.endsWith('/public.ts') || (from === 'features' && target.endsWith('/routes.ts'))
  return to.startsWith('features/') && !isOpen ? `${to} is used through its public.ts` : undefined
}

// 'features/<noun>', or the folder below server/; '.' for the files that lie in server/ itself.
function partOf(file: string): string {
  const folders = dirname(file).split('/')
  return folders.slice(0, folders[0] === 'features' ? 2 : 1).join('/')
}
