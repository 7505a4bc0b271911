import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

// `npm run sample -- --seed 7`: prints names, comments, test titles and paragraphs drawn by a seed,
// for somebody who does not know the project and flags what must be read twice
// (docs/results/readings.md).
const SIZES = { names: 150, comments: 100, titles: 60, paragraphs: 40 }
const CODE = /^(src|server|sw|build|scripts|tests)\/.*\.tsx?$/
const GENERATED = /^docs\/(results|requirements)\/|^docs\/(pages|guarantees)\.md$/
const EXPORTED =
  /^export (?:(?:async|abstract|default) )*(?:const|let|function\*?|class|interface|type) (\w+)/gm
const COMMENT = /\/\*\*?([\s\S]*?)\*\/|((?:^ *\/\/ .*\n)+)/gm
const TITLE = /\b(?:test|it)(?:\.\w+)?\(\s*'((?:[^'\\]|\\.)+)'/g

const { values } = parseArgs({ options: { seed: { type: 'string', default: '1' } } })
const random = createRandom(Number(values.seed))
const files = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).split('\n')
const sources = files.filter((file) => CODE.test(file)).map((file) => ({ file, text: read(file) }))
const documents = files.filter(
  (file) =>
    (/^docs\/.*\.md$/.test(file) && !GENERATED.test(file)) ||
    ['README.md', 'CONTRIBUTING.md'].includes(file),
)

print('Names', SIZES.names, [
  ...new Set(
    sources.flatMap(({ text }) => [...text.matchAll(EXPORTED)].map(([, name]) => name ?? '')),
  ),
])
print(
  'Comments',
  SIZES.comments,
  sources.filter(({ file }) => !file.startsWith('tests/')).flatMap(({ text }) => commentsIn(text)),
)
print(
  'Test titles',
  SIZES.titles,
  sources
    .filter(({ file }) => file.includes('.test.'))
    .flatMap(({ text }) => [...text.matchAll(TITLE)].map(([, title]) => title ?? '')),
)
print('Paragraphs', SIZES.paragraphs, documents.flatMap(paragraphsIn))

function read(file: string): string {
  return readFileSync(file, 'utf8')
}

/** A comment and the line of code behind it. */
function commentsIn(text: string): string[] {
  return [...text.matchAll(COMMENT)].flatMap((found) => {
    const comment = (found[1] ?? found[2] ?? '').replaceAll(/^\s*(?:\*|\/\/) ?/gm, '').trim()
    const [code = ''] = text
      .slice(found.index + found[0].length)
      .trim()
      .split('\n', 1)
    return comment.length > 20 && !comment.includes('oxlint')
      ? [`${comment}\n    code: ${code.slice(0, 110)}`]
      : []
  })
}

function paragraphsIn(file: string): string[] {
  return read(file)
    .split('\n\n')
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph.length > 80 && !/^(#|\||```|- |<|!\[)/.test(paragraph))
    .map((paragraph) => `(${file}) ${paragraph}`)
}

function print(title: string, size: number, all: readonly string[]): void {
  const drawn = all
    .toSorted()
    .map((text) => ({ text, order: random() }))
    .toSorted((one, other) => one.order - other.order)
    .slice(0, size)
  process.stdout.write(`# ${title}\n`)
  for (const [at, { text }] of drawn.entries()) process.stdout.write(`${at + 1}. ${text}\n`)
}

// Mulberry32: the same seed draws the same sample of the same tree.
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
