import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx|css|html)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))

const sources = [
  ...['src', 'sw', 'server'].flatMap(filesBelow),
  'index.html',
  'vite.config.ts',
  'vitest.config.ts',
].map((path) => ({
  path,
  text: readFileSync(path, 'utf8'),
}))

test('no host name is hard-coded: the three roots, the terminal code and the application id are settings [XC-02 XC-05]', () => {
  const hosts = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/https?:\/\/([\w.-]+\.[a-z]{2,})/g)].map(([, host]) => `${path}: ${host}`),
  )
  // The namespaces of SVG and of schemas are not network addresses.
  expect(
    hosts.filter(
      (found) => !/www\.w3\.org|json\.schemastore\.org|example\.(com|edu|org)/.test(found),
    ),
  ).toEqual([])
  const config = readFileSync('src/lib/platform/config.ts', 'utf8')
  for (const name of [
    'VITE_CAMPUS_ROOT',
    'VITE_MANAGEMENT_ROOT',
    'VITE_PROVIDER_ROOT',
    'VITE_TERMINAL_CODE',
    'VITE_APP_ID',
  ])
    expect(config).toContain(name)
})

test('every heading of a table describes its column', () => {
  const found = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/<th\b[^>]*>/g)]
      .filter(([tag]) => !/\bscope=/.test(tag))
      .map(([tag]) => `${path}: ${tag}`),
  )
  expect(found).toEqual([])
})

test('the names of the API’s fields occur only in the contract and in texts about it', () => {
  const wire =
    /\b(heelNum|schoolbusSite|guardianidentifyId|uniformSeletedEntity|applyProveBaese64|packageId|housetypeName)\b/
  const found = sources
    .filter(({ path, text }) => !path.startsWith('src/contract/') && wire.test(text))
    .map(({ path }) => path)
  expect(found).toEqual([])
})
