import { readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { contract } from '#contract/index'

// `npm run table`: write the README's table of all pages and calls, each with the tests that open or make it.
const [BEGIN, END] = ['<!-- pages and calls -->', '<!-- end of pages and calls -->']
const texts = await testTexts('tests')
const readme = await readFile('README.md', 'utf8')
const [head = '', rest = ''] = readme.split(BEGIN)
const tail = rest.split(END)[1] ?? ''
await writeFile('README.md', [head, BEGIN, '\n\n', await pages(), '\n\n', calls(), '\n\n', END, tail].join(''))

async function pages(): Promise<string> {
  const files = (await readdir('src/routes'))
    .filter((name) => name.endsWith('.tsx') && !/^(__root|\$)/.test(name))
    .toSorted(byName)
  const rows = await Promise.all(
    files.map(async (name) => {
      const text = await readFile(join('src/routes', name), 'utf8')
      const address = /createFileRoute\('([^']*)'\)/.exec(text)?.[1] ?? ''
      const screen = [...text.matchAll(/from '#app\/features\/([\w/]+Screen)\.tsx'/g)].map(([, file]) => `\`${file}\``).join(' ')
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
      const policy = call.kind === 'read' || call.kind === 'write' ? `${call.kind}, ${call.offline}` : call.kind
      // A call is made by its address, or by the name of its last part where a test file has the rest as a constant.
      const last = call.path.split('/').at(-1) ?? ''
      const isMade = new RegExp(`\\b${last}\\b|\\b${noun}\\.${name}\\b`)
      return `| \`${call.path}\` | \`${noun}.${name}\` | ${policy} | ${call.who} | ${testsWith((code) => isMade.test(code))} |`
    }),
  )
  return ['| call | name | kind | who | tests |', '|---|---|---|---|---|', ...rows].join('\n')
}

// The two most telling, and how many more.
function testsWith(matches: (code: string) => boolean): string {
  const found = [...texts].filter(([, code]) => matches(code)).map(([name]) => name)
  const shown = found.slice(0, 2).map((name) => `\`${name}\``)
  return [...shown, ...(found.length > 2 ? [`+${found.length - 2}`] : [])].join(' ') || '—'
}

async function testTexts(folder: string): Promise<Map<string, string>> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => /\.test\.tsx?$/.test(name)).toSorted(byName)
  return new Map(
    await Promise.all(
      names.map(async (name): Promise<[string, string]> => [basename(name), await readFile(join(folder, name), 'utf8')]),
    ),
  )
}

function byName(a: string, b: string): number {
  return a.localeCompare(b)
}
