import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { importKinds } from '#server/features/imports/public'

/** The kinds with their columns, as docs/importing.md lists them. */
const listed = () =>
  [
    '| `--kind` | what | columns | by |',
    '|---|---|---|---|',
    ...importKinds.map(({ name, title, columns, roles }) => {
      const all = columns.map((one) => (one.needed === true ? `**${one.title.zh}**` : one.title.zh))
      return `| \`${name}\` | ${title.zh} | ${all.join('、')} | ${roles.join(', ')} |`
    }),
  ].join('\n')

test('the page on importing lists every kind with its columns and who may import it', () => {
  const page = readFileSync('docs/importing.md', 'utf8')
  expect(page.split('<!-- kinds -->\n\n')[1]?.trim()).toBe(listed())
})
