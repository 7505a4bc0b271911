import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROPERTIES } from '../properties/properties.ts'
import type { Guarantee } from './guarantees.ts'

/** Where the page of promises stands. */
export const GUARANTEES_PAGE = join('docs', 'guarantees.md')

const [BEGIN, END] = [
  '<!-- promises: npm run test:properties -- --page -->',
  '<!-- end of the promises -->',
]

/** The document with the page of promises in its place. */
export function withGuarantees(text: string, promises: readonly Guarantee[]): string {
  const [from, to] = [text.indexOf(BEGIN), text.indexOf(END)]
  if (from < 0 || to < from) throw new Error(`${GUARANTEES_PAGE} has no place for the promises`)
  return `${text.slice(0, from)}${BEGIN}\n\n${promises.map(told).join('\n')}\n${text.slice(to)}`
}

const told = ({ title, statement, invariant, tests, faults, runs, notCovered }: Guarantee) =>
  [
    `## ${title}`,
    '',
    statement,
    '',
    `- Property: ${invariant}`,
    `- Faults: ${faults}`,
    `- Runs: ${counted(runs)}.`,
    '- Tests:',
    ...tests.map(([file, name]) => `  - \`${file}\`: ${name}`),
    `- Not covered: ${notCovered}`,
    '',
  ].join('\n')

/** How often a promise was tried. */
const counted = ({ properties, otherRuns }: Guarantee['runs']): string =>
  [
    ...properties.map((name) => {
      const { ordinaryRuns, longRuns } = PROPERTIES[name]
      return `${ordinaryRuns} runs of \`${name}\` in CI, ${longRuns.toLocaleString('en')} distinct ones in long runs`
    }),
    ...(otherRuns === undefined ? [] : [otherRuns]),
  ].join('; ')

/** Tests that a promise names and that are not there. */
export const findMissingEvidence = ({ tests }: Guarantee): readonly string[] =>
  tests
    .filter(([file, name]) => !named(file).some((one) => one.includes(name)))
    .map(([file, name]) => `${file}: ${name}`)

// The names of a file's tests: texts that a function follows.
const named = (file: string) =>
  [
    ...readFileSync(join('tests', file), 'utf8').matchAll(
      /(['`])((?:(?!\1).)+)\1,\s*(?:async\b|\()/g,
    ),
  ].map(([, , name = '']) => name)
