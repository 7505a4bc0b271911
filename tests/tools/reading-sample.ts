import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { findExportedNames, readSourceFiles } from '../support/codebase/declared-names.ts'

// `npm run sample -- --seed 7`: prints names, comments, test titles and paragraphs drawn by a seed,
// for somebody who does not know the project and flags what must be read twice
// (docs/results/readings.md).
const SIZES = { names: 150, comments: 100, titles: 60, paragraphs: 40 }
const GENERATED = /^docs\/(results|requirements)\/|^docs\/(pages|guarantees)\.md$/
const COMMENT = /\/\*\*?([\s\S]*?)\*\/|((?:^ *\/\/ .*\n)+)/gm
const TITLE = /\b(?:test|it)(?:\.\w+)?\(\s*'((?:[^'\\]|\\.)+)'/g

const { values } = parseArgs({ options: { seed: { type: 'string', default: '1' } } })
const seed = Number(values.seed)
const sources = readSourceFiles()
const tests = sources.filter(({ file }) => file.includes('.test.'))
const code = sources.filter(({ file }) => !file.startsWith('tests/'))
const documents = execFileSync('git', ['ls-files', 'README.md', 'CONTRIBUTING.md', 'docs/*.md'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && !GENERATED.test(file))

const names = new Set(sources.flatMap(({ text }) => findExportedNames(text)))
printSample('Names', SIZES.names, [...names])
printSample(
  'Comments',
  SIZES.comments,
  code.flatMap(({ text }) => findComments(text)),
)
printSample(
  'Test titles',
  SIZES.titles,
  tests.flatMap(({ text }) => findTitles(text)),
)
printSample('Paragraphs', SIZES.paragraphs, documents.flatMap(findParagraphs))

/** Each comment with the line of code behind it. */
function findComments(text: string): string[] {
  return [...text.matchAll(COMMENT)].flatMap((found) => {
    const comment = (found[1] ?? found[2] ?? '').replaceAll(/^\s*(?:\*|\/\/) ?/gm, '').trim()
    const [line = ''] = text
      .slice(found.index + found[0].length)
      .trim()
      .split('\n', 1)
    return comment.length > 20 && !comment.includes('oxlint')
      ? [`${comment}\n    code: ${line.slice(0, 110)}`]
      : []
  })
}

function findTitles(text: string): string[] {
  return [...text.matchAll(TITLE)].map(([, title = '']) => title)
}

function findParagraphs(file: string): string[] {
  return readFileSync(file, 'utf8')
    .split('\n\n')
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph.length > 80 && !/^(#|\||```|- |<|!\[)/.test(paragraph))
    .map((paragraph) => `(${file}) ${paragraph}`)
}

/** The same seed gives the same sample of the same texts. */
function printSample(title: string, size: number, all: readonly string[]): void {
  const samples = fc.shuffledSubarray(all.toSorted(), { minLength: size, maxLength: size })
  const [sample = []] = fc.sample(samples, { seed, numRuns: 1 })
  process.stdout.write(`# ${title}\n`)
  for (const [at, text] of sample.entries()) process.stdout.write(`${at + 1}. ${text}\n`)
}
