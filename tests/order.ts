import { readdir, readFile } from 'node:fs/promises'
import { dirname, join, posix } from 'node:path'
import { ORDER } from '../server/order.ts'

const ALIAS = '#server/'
const IMPORTS = /(?:from|import)\s*\(?\s*'((?:\.|#server\/)[^']+)'/g

if (import.meta.filename === process.argv[1]) {
  const wrong = await againstOrder('.')
  for (const sentence of wrong) process.stderr.write(`${sentence}\n`)
  process.exitCode = wrong.length === 0 ? 0 : 1
}

/** One sentence for each import of the backend in `house` that goes against `server/order.ts` or past a feature's face. */
export async function againstOrder(house: string): Promise<string[]> {
  const files = await readdir(join(house, 'server'), { recursive: true })
  const found: string[] = []
  for (const file of files.filter((name) => name.endsWith('.ts'))) {
    const source = await readFile(join(house, 'server', file), 'utf8')
    for (const [, spelled = ''] of source.matchAll(IMPORTS)) {
      const target = spelled.startsWith(ALIAS)
        ? `${spelled.slice(ALIAS.length)}.ts`
        : posix.join(dirname(file), spelled)
      const why = target.startsWith('..') ? undefined : problem(file, target)
      if (why !== undefined) found.push(`server/${file} imports server/${target}: ${why}`)
    }
  }
  return found
}

function problem(file: string, target: string): string | undefined {
  const [from, to] = [partOf(file), partOf(target)]
  if (from === to) return undefined
  const [own, other] = [ORDER.indexOf(from), ORDER.indexOf(to)]
  if (own < 0 || other < 0) return `${own < 0 ? from : to} stands nowhere in server/order.ts`
  if (other > own) return `${to} stands above ${from} in server/order.ts`
  const isOpen =
    target.endsWith('/face.ts') || (from === 'features' && target.endsWith('/routes.ts'))
  return to.startsWith('features/') && !isOpen ? `${to} is used through its face.ts` : undefined
}

// 'features/<noun>', or the folder below server/; '.' for the files that lie in server/ itself.
function partOf(file: string): string {
  const folders = dirname(file).split('/')
  return folders.slice(0, folders[0] === 'features' ? 2 : 1).join('/')
}
