import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import {
  parseTestLinks,
  renderRequirementsPage,
  withGroupIndex,
} from '#tests/support/codebase/requirements-page.ts'
import {
  createCitationFinder,
  type RequirementGroup,
  type CitingTest,
  REQUIREMENTS_PAGE,
  readGroups,
  readSources,
  readCitingTests,
  REQUIREMENTS_DIR,
} from '#tests/support/codebase/requirements.ts'

let groups: RequirementGroup[]
let tests: CitingTest[]
let cited: (text: string) => string[]

beforeAll(async () => {
  groups = await readGroups()
  cited = createCitationFinder(groups)
  tests = await readCitingTests(cited)
})

const known = () => new Set(groups.flatMap(({ ids }) => ids))

test('citations of requirements are parsed: alone, in a list, as a range, and security points', () => {
  expect(cited('one [FEE-12 D-40]')).toEqual(['FEE-12', 'D-40'])
  expect(cited('(HOME-15, 16, 19; D-24)')).toEqual(['HOME-15', 'HOME-16', 'HOME-19', 'D-24'])
  expect(cited('FAM-09 to FAM-11')).toEqual(['FAM-09', 'FAM-10', 'FAM-11'])
  expect(cited('ID-08 to 10')).toEqual(['ID-08', 'ID-09', 'ID-10'])
  expect(cited('[security 3 D-104]')).toEqual(['security 3', 'D-104'])
  expect(cited('BOUND-12, UTF-8, insecurity-3')).toEqual([])
})

test('every group of requirements has one prefix, and every id occurs once', () => {
  for (const { prefix, ids } of groups) {
    expect(ids.filter((id) => cited(id)[0] !== id || !id.startsWith(prefix))).toEqual([])
    expect(new Set(ids).size).toBe(ids.length)
  }
  expect(new Set(groups.map(({ prefix }) => prefix)).size).toBe(groups.length)
})

test('every id cited in code, tests and documents exists in docs/requirements', async () => {
  const all = known()
  const unknown = (await readSources()).flatMap(({ file, text }) =>
    cited(text)
      .filter((id) => !all.has(id))
      .map((id) => `${file}: ${id}`),
  )
  expect(unknown).toEqual([])
})

test('every requirement row and every security point has a test that names it', () => {
  const named = new Set(tests.flatMap(({ ids }) => ids))
  const shown = groups.filter(({ prefix }) => prefix !== 'D').flatMap(({ ids }) => ids)
  expect(shown.filter((id) => !named.has(id))).toEqual([])
})

test('every test title describes behavior, and has its ids in brackets at the end', () => {
  expect(tests.filter(({ title }) => cited(title).length > 0)).toEqual([])
})

// A new test is allowed to be missing on the page for a while, but every link on the page must be
// right.
test('every link of the page of tests leads to a test of that id, and no id is left out: npm run rows -- --write', async () => {
  const page = parseTestLinks(await readFile(join(REQUIREMENTS_DIR, REQUIREMENTS_PAGE), 'utf8'))
  const now = parseTestLinks(renderRequirementsPage(groups, tests))
  expect([...page.keys()]).toEqual([...now.keys()])
  const stale = [...now].filter(([id, files]) => {
    const linked = page.get(id) ?? []
    return linked.some((file) => !files.includes(file)) || (linked.length === 0 && files.length > 0)
  })
  expect(stale).toEqual([])
})

test('the index of requirements has the right numbers of rows: npm run rows -- --write', async () => {
  const readme = await readFile(join(REQUIREMENTS_DIR, 'README.md'), 'utf8')
  expect(withGroupIndex(readme, groups)).toBe(readme)
})

test('a message quoted in the requirements is one that the product shows', async () => {
  const textFiles = (await readdir('src/i18n', { recursive: true })).filter((name) =>
    name.endsWith('.ts'),
  )
  const said = (
    await Promise.all(textFiles.map((name) => readFile(join('src/i18n', name), 'utf8')))
  )
    .join('\n')
    .replaceAll(/\$\{\w+\}/g, '{n}')
  const quoted = await Promise.all(
    groups.map(async ({ file }) =>
      [...(await readFile(join(REQUIREMENTS_DIR, file), 'utf8')).matchAll(/“([^”]*)”/g)].map(
        ([, message = '']) => message.replaceAll(/\s+/g, ' '),
      ),
    ),
  )
  expect(quoted.flat().filter((message) => !said.includes(message))).toEqual([])
})
