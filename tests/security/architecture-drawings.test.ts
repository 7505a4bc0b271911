import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findModuleImports } from '../support/codebase/module-imports.ts'

// The diagrams in docs/architecture.md, the actual imports and the lint rules agree.
const drawings = [
  ...readFileSync('docs/architecture.md', 'utf8').matchAll(/```mermaid\n([^]*?)```/g),
].map(([, text = '']) => readDiagram(text))
const [appDrawing, backend] = drawings
const imports = findModuleImports('.')

test('the diagram of the codebase shows every existing import, and the allowed imports that do not exist yet', () => {
  const made = arrowsMade((file) => partOf(file, appDrawing?.parts ?? []))
  expect(appDrawing?.made).toEqual(made.filter((arrow) => !arrow.endsWith(TO_TEXTS)))
  const allowed = (appDrawing?.parts ?? []).flatMap((from) =>
    (appDrawing?.parts ?? [])
      .filter((to) => to !== from && lintAllows(from, to))
      .map((to) => `${from} -> ${to}`),
  )
  expect([...(appDrawing?.made ?? []), ...(appDrawing?.unmade ?? [])].toSorted()).toEqual(
    allowed.filter((arrow) => !arrow.endsWith(TO_TEXTS)).toSorted(),
  )
})

test('the diagram of the backend shows every import between its parts', () => {
  const made = arrowsMade((file) => partOf(file, backend?.parts ?? []))
  expect(backend?.made).toEqual(made)
})

const TO_TEXTS = '-> src/i18n'

interface Diagram {
  readonly parts: readonly string[]
  readonly made: readonly string[]
  readonly unmade: readonly string[]
}

// `id["folder"]` is a part, `a --> b & c` are existing imports, `a -.-> b` are allowed imports that
// do not exist.
function readDiagram(text: string): Diagram {
  const folders = new Map(
    [...text.matchAll(/^ *(\w+)\["([^"]+)"\]$/gm)].map(([, id = '', folder = '']) => [id, folder]),
  )
  const arrows = (arrow: string) =>
    [...text.matchAll(/^ *(\w+) (\S+) ([\w &]+)$/gm)]
      .filter(([, , kind]) => kind === arrow)
      .flatMap(([, from = '', , to = '']) =>
        to.split(' & ').map((one) => `${folders.get(from)} -> ${folders.get(one)}`),
      )
      .toSorted()
  return { parts: [...folders.values()], made: arrows('-->'), unmade: arrows('-.->') }
}

function arrowsMade(part: (file: string) => string | undefined): string[] {
  const arrows = imports.flatMap(({ from, to }) => {
    const [own, other] = [part(from), part(to)]
    return own === undefined || other === undefined || own === other ? [] : [`${own} -> ${other}`]
  })
  return [...new Set(arrows)].toSorted()
}

// The part with the longest folder that contains the file. `src/*.ts` stands for the files directly
// in src.
function partOf(file: string, parts: readonly string[]): string | undefined {
  return parts
    .filter((part) =>
      part.endsWith('/*.ts')
        ? new RegExp(`^${part.slice(0, -4)}[^/]+$`).test(file)
        : file.startsWith(`${part}/`),
    )
    .toSorted((a, b) => b.length - a.length)[0]
}

interface Override {
  readonly files: readonly string[]
  readonly rules: Readonly<Record<string, readonly [string, { patterns: { regex?: string }[] }]>>
}

// How another part spells an import from this part.
const spelled = (part: string) =>
  part.startsWith('src/')
    ? part
        .replace(/^src\/(words|contract|offline)$/, '#$1/x')
        .replace(/^src\/(.*)$/, '#app/$1/x.ts')
    : part === 'server'
      ? '#server/x'
      : `../${part}/x.ts`

function lintAllows(from: string, to: string): boolean {
  // Only the entry file imports the composition of the app.
  if (to.endsWith('*.ts')) return false
  const { overrides }: { overrides: Override[] } = JSON.parse(
    readFileSync('.oxlintrc.json', 'utf8'),
  )
  const rule = overrides
    .filter(({ files }) => files.includes(from) || files.includes(`${from}/**`))
    .map(({ rules }) => rules['no-restricted-imports'])
    .findLast((found) => found !== undefined)
  if (rule === undefined) throw new Error(`No lint rule is about what ${from} may import.`)
  return !rule[1].patterns.some(
    ({ regex }) => regex !== undefined && new RegExp(regex).test(spelled(to)),
  )
}
