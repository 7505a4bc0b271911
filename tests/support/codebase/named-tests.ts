import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A test that a document names: a file below `tests/` and a part of the title. */
export type NamedTest = readonly [file: string, name: string]

/** The tests that a text names, as `file` "title". */
export const readNamedTests = (text: string): NamedTest[] =>
  [...text.matchAll(/`([^`]+)` "([^"]+)"/g)].map(([, file = '', name = '']) => [file, name])

// The titles of the tests in a file: string literals that are followed by a function.
const readTestTitles = (file: string): string[] =>
  [
    ...readFileSync(join('tests', file), 'utf8').matchAll(
      /(['`])((?:(?!\1).)+)\1,\s*(?:async\b|\()/g,
    ),
  ].map(([, , name = '']) => name)

/** The named tests that do not exist, as `file: title`, and the files that do not exist. */
export function findLackingTests(tests: readonly NamedTest[]): string[] {
  const isThere = ([file]: NamedTest) => existsSync(join('tests', file))
  return [
    ...tests.filter((one) => !isThere(one)).map(([file]) => file),
    ...tests
      .filter(isThere)
      .filter(([file, name]) => !readTestTitles(file).some((title) => title.includes(name)))
      .map(([file, name]) => `${file}: ${name}`),
  ]
}
