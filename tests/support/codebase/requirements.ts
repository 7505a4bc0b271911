import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * The folder with rows, decisions and security points. Each of them is a heading of the third
 * level.
 */
export const REQUIREMENTS_DIR = 'docs/requirements'
/** The generated page in this folder, which links each of them to its tests. */
export const REQUIREMENTS_PAGE = 'tests.md'

/** A file of docs/requirements with its ids, in their order. */
export interface RequirementGroup {
  readonly file: string
  readonly title: string
  /** The part before the number: 'FEE', 'D' or 'security'. */
  readonly prefix: string
  readonly ids: readonly string[]
}

/** A test, by its file and its title without the ids. */
export interface CitingTest {
  readonly file: string
  readonly title: string
  readonly ids: readonly string[]
}

const NO_ROWS: ReadonlySet<string> = new Set(['D', 'security'])
const SOURCES = ['src', 'sw', 'server', 'build', 'scripts', 'tests', 'docs']

/** Whether a group has rows, unlike the decisions and the security points. */
export const isRowGroup = ({ prefix }: RequirementGroup): boolean => !NO_ROWS.has(prefix)

/** All groups by file name, with the decisions and the security points last. */
export async function readGroups(): Promise<RequirementGroup[]> {
  const files = (await readdir(REQUIREMENTS_DIR)).filter(
    (file) => file.endsWith('.md') && file !== REQUIREMENTS_PAGE && file !== 'README.md',
  )
  const groups = await Promise.all(files.map(readGroup))
  return groups.toSorted(
    (a, b) => Number(isRowGroup(b)) - Number(isRowGroup(a)) || a.file.localeCompare(b.file),
  )
}

async function readGroup(file: string): Promise<RequirementGroup> {
  const text = await readFile(join(REQUIREMENTS_DIR, file), 'utf8')
  const ids = [...text.matchAll(/^### (.*)$/gm)].map(([, id = '']) =>
    id.replace('Security', 'security'),
  )
  return {
    file,
    title: /^# (.*)$/m.exec(text)?.[1] ?? file,
    prefix: ids[0]?.split(/[- ]/)[0] ?? '',
    ids,
  }
}

/**
 * Create a function that finds the ids which a text cites: 'ID-08 ID-09', 'ID-08 to ID-12', 'ID-08,
 * 09', 'security 4'.
 */
export function createCitationFinder(
  groups: readonly RequirementGroup[],
): (text: string) => string[] {
  const prefixes = groups.map(({ prefix }) => prefix).join('|')
  const pattern = new RegExp(
    `\\b(${prefixes})([- ])(\\d+)(?:\\s*to\\s*(?:\\1\\2)?(\\d+))?((?:,\\s*\\d{2,}\\b)*)`,
    'g',
  )
  return (text) =>
    [...text.matchAll(pattern)].flatMap(
      ([, prefix = '', sign = '', from = '', to = from, more = '']) => {
        if ((prefix === 'security') !== (sign === ' ')) return []
        const last = Math.min(Number(to), Number(from) + 99)
        const numbers = [
          ...Array.from(
            { length: Math.max(1, last - Number(from) + 1) },
            (_, at) => Number(from) + at,
          ),
          ...[...more.matchAll(/\d+/g)].map(Number),
        ]
        return numbers.map((number) =>
          prefix === 'security'
            ? `security ${number}`
            : `${prefix}-${String(number).padStart(2, '0')}`,
        )
      },
    )
}

/** All tests whose titles cite an id. */
export async function readCitingTests(cited: (text: string) => string[]): Promise<CitingTest[]> {
  const files = await filesBelow('tests', /\.test\.tsx?$/)
  const tests = await Promise.all(
    files.map(async (file) =>
      namesIn(await readFile(file, 'utf8')).map((name) => ({
        file,
        title: name.replace(/ \[[^\]]*\]$/, ''),
        ids: [...new Set(cited(name))],
      })),
    ),
  )
  return tests.flat().filter(({ ids }) => ids.length > 0)
}

const namesIn = (source: string): string[] =>
  Array.from(
    source.matchAll(/\b(?:test|it|describe)(?:\.\w+(?:\([^]*?\))?)?\(\s*(['"`])(.*?)\1/g),
    ([, , name = '']) => name,
  )

/** Every file that can cite an id, with its text. */
export async function readSources(): Promise<{ file: string; text: string }[]> {
  const below = await Promise.all(SOURCES.map((folder) => filesBelow(folder, /\.(tsx?|css|md)$/)))
  const atTheTop = (await readdir('.')).filter((name) => /\.(ts|md)$/.test(name))
  const files = [...below.flat(), ...atTheTop]
  return Promise.all(files.map(async (file) => ({ file, text: await readFile(file, 'utf8') })))
}

async function filesBelow(folder: string, kind: RegExp): Promise<string[]> {
  const found = await readdir(folder, { recursive: true })
  return found
    .filter((name) => kind.test(name))
    .map((name) => join(folder, name))
    .toSorted((a, b) => a.localeCompare(b))
}

/** The test files that cite an id, with the titles of the citing tests. */
export function findTestsCiting(id: string, tests: readonly CitingTest[]): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const { file, title, ids } of tests)
    if (ids.includes(id)) found.set(file, [...(found.get(file) ?? []), title])
  return found
}
