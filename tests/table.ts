import { readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import * as v from 'valibot'
import { contract } from '#contract/index'
import { MADE_CALLS } from './support/made-calls.ts'

// `npm run table`: write the README's table of all pages and calls, each with the tests that open or make it. A call is made
// where a run of the tests saw it made, so run all of them first; a page is opened where a test names its address.
const [BEGIN, END] = ['<!-- pages and calls -->', '<!-- end of pages and calls -->']
const texts = await testTexts('tests')
const made = await madeCalls()
const readme = await readFile('README.md', 'utf8')
const [head = '', rest = ''] = readme.split(BEGIN)
const tail = rest.split(END)[1] ?? ''
await writeFile(
  'README.md',
  [head, BEGIN, '\n\n', await pages(), '\n\n', calls(), '\n\n', END, tail].join(''),
)

async function pages(): Promise<string> {
  const files = (await readdir('src/routes'))
    .filter((name) => name.endsWith('.tsx') && !/^(__root|\$)/.test(name))
    .toSorted(byName)
  const rows = await Promise.all(
    files.map(async (name) => {
      const text = await readFile(join('src/routes', name), 'utf8')
      const address = /createFileRoute\('([^']*)'\)/.exec(text)?.[1] ?? ''
      const screen = [...text.matchAll(/from '#app\/features\/([\w/]+Screen)\.tsx'/g)]
        .map(([, file]) => `\`${file}\``)
        .join(' ')
      const first = address.split('/')[1] ?? ''
      const isOpened = new RegExp(`['"\`}]/${first}(?![\\w-])`, 'i')
      return `| \`${address.replaceAll('|', '\\|')}\` | ${screen} | ${testsWith((code) => first === '' || isOpened.test(code))} |`
    }),
  )
  return ['| page | screen | tests |', '|---|---|---|', ...rows].join('\n')
}

function calls(): string {
  const rows = Object.entries(contract).flatMap(([noun, entries]) =>
    Object.entries(entries).map(([name, call]) => {
      const policy =
        call.kind === 'read' || call.kind === 'write' ? `${call.kind}, ${call.offline}` : call.kind
      return `| \`${call.path}\` | \`${noun}.${name}\` | ${policy} | ${call.who} | ${shown(madeIn(call.path))} |`
    }),
  )
  return ['| call | name | kind | who | tests |', '|---|---|---|---|---|', ...rows].join('\n')
}

function testsWith(matches: (code: string) => boolean): string {
  return shown([...texts].filter(([, code]) => matches(code)).map(([name]) => name))
}

// Those that ask for the least beside it are the most about it.
function madeIn(path: string): string[] {
  return [...made]
    .filter(([name, asked]) => texts.has(name) && asked.includes(path))
    .toSorted(([a, one], [b, other]) => one.length - other.length || byName(a, b))
    .map(([name]) => name)
}

// The two most telling, and how many more.
function shown(found: readonly string[]): string {
  const first = found.slice(0, 2).map((name) => `\`${name}\``)
  return [...first, ...(found.length > 2 ? [`+${found.length - 2}`] : [])].join(' ') || '—'
}

async function madeCalls(): Promise<Map<string, readonly string[]>> {
  const names = await readdir(MADE_CALLS).catch(() => [])
  if (names.length === 0)
    throw new Error('No test has been seen to make a call yet: run npm test first.')
  return new Map(
    await Promise.all(
      names.map(async (name): Promise<[string, string[]]> => [
        name
          .replace(/\.json$/, '')
          .split('~')
          .at(-1) ?? '',
        v.parse(v.array(v.string()), JSON.parse(await readFile(join(MADE_CALLS, name), 'utf8'))),
      ]),
    ),
  )
}

async function testTexts(folder: string): Promise<Map<string, string>> {
  const names = (await readdir(folder, { recursive: true }))
    .filter((name) => /\.test\.tsx?$/.test(name))
    .toSorted(byName)
  return new Map(
    await Promise.all(
      names.map(async (name): Promise<[string, string]> => [
        basename(name),
        await readFile(join(folder, name), 'utf8'),
      ]),
    ),
  )
}

function byName(a: string, b: string): number {
  return a.localeCompare(b)
}
