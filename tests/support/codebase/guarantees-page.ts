import { join } from 'node:path'
import { PROPERTIES_BY_NAME } from '../properties/properties.ts'
import type { Guarantee } from './guarantees.ts'
import { findLackingTests } from './named-tests.ts'

/** The path of the guarantees page. */
export const GUARANTEES_PAGE = join('docs', 'guarantees.md')

const [BEGIN, END] = [
  '<!-- promises: npm run test:properties -- --page -->',
  '<!-- end of the promises -->',
]

/** Returns the document with the generated guarantees between its markers; throws without them. */
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

/** How often a guarantee was checked. */
const counted = ({ properties, otherRuns }: Guarantee['runs']): string =>
  [
    ...properties.map((name) => {
      const { ordinaryRuns, longRuns } = PROPERTIES_BY_NAME[name]
      return `${ordinaryRuns} runs of \`${name}\` in CI, ${longRuns.toLocaleString('en')} distinct ones in long runs`
    }),
    ...(otherRuns === undefined ? [] : [otherRuns]),
  ].join('; ')

/** The tests that a guarantee names and that do not exist, as `file: name`. */
export const findMissingEvidence = ({ tests }: Guarantee): readonly string[] =>
  findLackingTests(tests)
