import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { contract } from '#contract/index'
import { RECORDED_CALLS_DIR } from '../support/codebase/recorded-calls.ts'

// `npm run table`: write docs/pages.md, every page and call with the test files that were seen to
// open or make it. Runs of the tests add up, so run all of them once, and then again what has
// changed.
const PAGE = 'docs/pages.md'
const ROW = '<!-- written by npm run table: everything below -->'
const seen = await addressesByTest()
const [head = ''] = (await readFile(PAGE, 'utf8')).split(ROW)
await writeFile(PAGE, `${head}${ROW}\n\n## Pages\n\n${await pages()}\n\n## Calls\n\n${calls()}\n`)

async function pages(): Promise<string> {
  const files = (await readdir('src/routes'))
    .filter((name) => name.endsWith('.tsx') && !/^(__root|\$)/.test(name))
    .toSorted(byName)
  const rows = await Promise.all(
    files.map(async (name) => {
      const text = await readFile(join('src/routes', name), 'utf8')
      const address = /createFileRoute\('([^']*)'\)/.exec(text)?.[1] ?? ''
      const screen = [...text.matchAll(/from '#app\/features\/([\w/-]+Screen)\.tsx'/g)]
        .map(([, file]) => `\`${file}\``)
        .join(' ')
      return `| \`${address}\` | ${screen} | ${testsThat(isAt(address))} |`
    }),
  )
  return ['| page | screen | tests |', '|---|---|---|', ...rows].join('\n')
}

function calls(): string {
  const rows = Object.entries(contract).flatMap(([noun, entries]) =>
    Object.entries(entries).map(([name, call]) => {
      const policy = 'offline' in call ? `${call.kind}, ${call.offline}` : call.kind
      const tests = testsThat((asked) => asked === call.path)
      return `| \`${call.path}\` | \`${noun}.${name}\` | ${policy} | ${call.who} | ${tests} |`
    }),
  )
  return ['| call | name | kind | who | tests |', '|---|---|---|---|---|', ...rows].join('\n')
}

// The address of a route as a pattern: `$id` is a segment, `{-$id}` one that may be missing.
function isAt(address: string): (asked: string) => boolean {
  const pattern = address
    .replace(/\/$/, '')
    .replaceAll(/\/\{-\$\w+\}/g, '(/[^/]+)?')
    .replaceAll(/\/\$\w+/g, '/[^/]+')
  const at = new RegExp(`^${pattern}/?$`, 'i')
  return (asked) => at.test(asked)
}

// The two that ask for the least beside it, which are the most about it, and how many more.
function testsThat(asksFor: (address: string) => boolean): string {
  const found = [...seen]
    .filter(([, addresses]) => addresses.some(asksFor))
    .toSorted(([a, one], [b, other]) => one.length - other.length || byName(a, b))
  const first = found.slice(0, 2).map(([name]) => `\`${name}\``)
  return [...first, ...(found.length > 2 ? [`+${found.length - 2}`] : [])].join(' ') || '—'
}

async function addressesByTest(): Promise<Map<string, readonly string[]>> {
  const tests = new Set(await readdir('tests', { recursive: true }))
  const names = (await readdir(RECORDED_CALLS_DIR).catch(() => [])).map((file) => ({
    file,
    test: file.replace(/\.json$/, '').replaceAll('~', '/'),
  }))
  if (names.length === 0)
    throw new Error('No test has been seen to ask for anything yet: run npm test first.')
  return new Map(
    await Promise.all(
      names
        // Those of a test file that has gone are of no use.
        .filter(({ test }) => tests.has(test))
        .map(async ({ file, test }): Promise<[string, string[]]> => [
          test,
          v.parse(
            v.array(v.string()),
            JSON.parse(await readFile(join(RECORDED_CALLS_DIR, file), 'utf8')),
          ),
        ]),
    ),
  )
}

function byName(a: string, b: string): number {
  return a.localeCompare(b)
}
