import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { contract } from '#contract/index'

const markdown = [
  ...readdirSync('.'),
  ...readdirSync('docs', { encoding: 'utf8', recursive: true }).map((name) => join('docs', name)),
]
  .filter((path) => path.endsWith('.md'))
  // This page is generated, and is checked by tests/contract/requirement-coverage.test.ts.
  .filter((path) => path !== 'docs/requirements/tests.md')
const { scripts }: { scripts: Record<string, string> } = JSON.parse(
  readFileSync('package.json', 'utf8'),
)
const textOf = (path: string) => readFileSync(path, 'utf8').replaceAll(/^```[^]*?^```/gm, '')

test('the newest version of the changelog and of the lock file is that of package.json', () => {
  const Version = v.object({ version: v.string() })
  const read = (path: string) => v.parse(Version, JSON.parse(readFileSync(path, 'utf8'))).version
  const [, newest] = /^## (\d\S*)/m.exec(readFileSync('CHANGELOG.md', 'utf8')) ?? []
  expect([newest, read('package-lock.json')]).toEqual([read('package.json'), read('package.json')])
})

test('every link of a document leads to an existing file and heading', () => {
  const broken = markdown.flatMap((path) =>
    [...textOf(path).matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, link = '']) => link)
      .filter((link) => !/^[a-z]+:/.test(link))
      .filter((link) => {
        const [file = '', heading] = link.split('#')
        const target = file === '' ? path : join(dirname(path), file)
        if (!existsSync(target)) return true
        return heading !== undefined && !headingsOf(target).includes(heading)
      })
      .map((link) => `${path}: ${link}`),
  )
  expect(broken).toEqual([])
})

test('every file that a document names exists', () => {
  const missing = markdown
    // Decisions, results and the changelog describe the past, so their files can have been deleted
    // since.
    .filter((path) => !/decisions\/|results\/|CHANGELOG/.test(path))
    .flatMap((path) =>
      [
        ...textOf(path).matchAll(
          /`((?:src|sw|server|build|scripts|tests|docs|public|features|browser|offline|contract|security)\/[^`\s]*)`/g,
        ),
      ]
        .map(([, file = '']) => file)
        .filter((file) => /\.\w+$/.test(file) && !/[<>*{}…]/.test(file))
        // A test file can be named relative to the tests folder.
        .filter((file) => !existsSync(file) && !existsSync(join('tests', file)))
        .map((file) => `${path}: ${file}`),
    )
  expect(missing).toEqual([])
})

test('every command that a document names exists', () => {
  const missing = markdown
    .filter((path) => !path.includes('results/'))
    .flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(/npm run ([\w:-]*\w)/g)]
        .map(([, name = '']) => name)
        .filter((name) => !(name in scripts))
        .map((name) => `${path}: npm run ${name}`),
    )
  expect(missing).toEqual([])
})

test('the README has at most 150 lines, and every command in it exists', () => {
  const readme = readFileSync('README.md', 'utf8')
  expect(readme.split('\n').length).toBeLessThanOrEqual(151)
  const commands = [...readme.matchAll(/npm (?:run )?([a-z][\w:-]*)/g)].map(([, name = '']) => name)
  expect(commands.filter((name) => name !== 'ci' && !(name in scripts))).toEqual([])
  expect(Object.keys(scripts).filter((name) => !commands.includes(name))).toEqual([])
})

test('the list of decisions has every decision with its title, date and status', () => {
  const list = readFileSync('docs/decisions/README.md', 'utf8')
  const lines = readdirSync('docs/decisions')
    .filter((name) => name !== 'README.md')
    .map((name) => {
      const text = readFileSync(join('docs/decisions', name), 'utf8')
      const [, title, date, status] =
        /^# (.+)\n\nDate: (\S+)\n\nStatus: (.+)\n\n## Context\n[^]+\n## Decision\n[^]+\n## Consequences\n/.exec(
          text,
        ) ?? []
      return `| [${name.slice(0, 4)}](${name}) | ${title} | ${date} | ${status} |`
    })
  expect(list.split('\n').filter((line) => line.startsWith('| ['))).toEqual(lines)
})

test('every setting of the backend and of the build is documented, and no other setting is', () => {
  const explained = new Set(
    [...readFileSync('docs/running.md', 'utf8').matchAll(/`([A-Z][A-Z_]+[A-Z])`/g)].map(
      ([, name]) => name,
    ),
  )
  const inTable = [...readFileSync('docs/running.md', 'utf8').matchAll(/^\| (`[^|]+) \|/gm)]
    .flatMap(([, names = '']) => names.split(', '))
    .map((name) => name.replaceAll('`', ''))
  const ofBackend = [
    'environment.ts',
    'payment-settings.ts',
    'university-settings.ts',
    'message-settings.ts',
  ].flatMap((file) =>
    [
      ...readFileSync(join('server/platform/settings', file), 'utf8').matchAll(
        /^ {2}([A-Z_]+): /gm,
      ),
    ].map(([, name = '']) => name),
  )
  // Two files can validate the same setting.
  expect(inTable.toSorted()).toEqual([...new Set(ofBackend)].toSorted())
  const ofBuild = readFileSync('src/lib/platform/config.ts', 'utf8').matchAll(/'(VITE_[A-Z_]+)'/g)
  expect([...ofBuild].map(([, name]) => name).filter((name) => !explained.has(name))).toEqual([])
})

test('every package that is used has a documented reason', () => {
  const rows = [...readFileSync('docs/dependencies.md', 'utf8').matchAll(/^\| ([^|]+) \|/gm)]
  const explained = rows.flatMap(([, names = '']) => names.split(', '))
  const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  // The types of a package need no reason of their own.
  const used = Object.keys({ ...dependencies, ...devDependencies }).filter(
    (name) => !name.startsWith('@types/'),
  )
  const isExplained = (name: string) =>
    explained.includes(name) || explained.includes(`${name.split('/')[0]}/*`)
  expect(used.filter((name) => !isExplained(name))).toEqual([])
})

test('the table of pages names every page and call, and only existing tests', () => {
  const table = readFileSync('docs/pages.md', 'utf8')
  const first = [...table.matchAll(/^\| `([^`]+)` \|/gm)].map(([, address]) => address)
  const routes = readdirSync('src/routes')
    .filter((name) => name.endsWith('.tsx') && !/^(__root|\$)/.test(name))
    .map((name) => readFileSync(join('src/routes', name), 'utf8'))
    .map((text) => /createFileRoute\('([^']*)'\)/.exec(text)?.[1])
  const calls = Object.values(contract).flatMap((noun) =>
    Object.values(noun).map(({ path }) => path),
  )
  expect(first.toSorted()).toEqual([...routes, ...calls].toSorted())
  const tests = [...table.matchAll(/`([\w.-]+\/[\w/.-]+\.test\.tsx?)`/g)].map(
    ([, file = '']) => file,
  )
  expect(new Set(tests.filter((file) => !existsSync(join('tests', file))))).toEqual(new Set())
})

function headingsOf(path: string): string[] {
  return [...textOf(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(/\s/g, '-'),
  )
}
