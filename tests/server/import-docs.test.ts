import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { importKinds } from '#server/features/imports/public'

/** The import kinds with their columns, as listed in docs/importing.md. */
const listed = () =>
  [
    '| `--kind` | what | columns | by |',
    '|---|---|---|---|',
    ...importKinds.map(({ name, title, columns, roles }) => {
      const all = columns.map((one) => (one.needed === true ? `**${one.title.zh}**` : one.title.zh))
      return `| \`${name}\` | ${title.zh} | ${all.join('、')} | ${roles.join(', ')} |`
    }),
  ].join('\n')

test('docs/importing.md lists every import kind with its columns and who is allowed to import it', () => {
  const page = readFileSync('docs/importing.md', 'utf8')
  expect(page.split('<!-- kinds -->\n\n')[1]?.trim()).toBe(listed())
})
