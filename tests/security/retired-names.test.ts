import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'

/** Words that once named things in this codebase, each with the field's term that replaces it. */
const RETIRED: Readonly<Record<string, string>> = {
  ahead: 'pipelined, prefetched, pending',
  anew: 'refresh, restart',
  asked: '…Request, …Params',
  bereave: 'cascadeDiscard',
  courier: 'delivery worker',
  deed: 'audit entry',
  deeds: 'audit entries, audit log',
  drawer: 'renderer',
  drawn: 'rendered',
  face: 'public file; photo, portrait',
  faces: 'public files; photos',
  handed: 'hydration data, provided',
  heir: 'successor',
  house: 'codebase; building',
  judge: 'check, classify',
  kept: 'cached, stored',
  law: 'property',
  laws: 'properties',
  lived: 'run',
  mortal: 'killable',
  patience: 'timeout',
  persona: 'demo user',
  promise: 'guarantee',
  promises: 'guarantees',
  relay: 'proxy',
  said: '…Response, …Body',
  soon: 'deadline, scheduled',
  stranger: 'anonymous, unknown',
  tally: 'count, counts',
  together: 'batch, concurrently',
  told: 'reported, notified',
  trouble: 'error, error report',
  troubles: 'errors, error reports',
  tunnel: 'offline',
  twin: 'duplicate',
  unhurried: 'idle',
  urge: 'trigger',
  verdict: 'result',
  visitor: 'anonymous user',
  wishes: 'params, options',
  witness: 'trace',
  words: 'texts; payload',
}
const FOLDERS = ['src', 'server', 'sw', 'build', 'scripts', 'tests']

interface Source {
  readonly file: string
  readonly text: string
}

function readSources(): Source[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !/node_modules|\.output/.test(name))
      .map((name) => join(folder, name))
      .map((file) => ({ file, text: readFileSync(file, 'utf8') })),
  )
}

/** The names that a source exports, and the name of its file. */
function namesIn({ file, text }: Source): string[] {
  const exported = text.matchAll(
    /^export (?:(?:async|abstract|default) )*(?:const|let|function\*?|class|interface|type) (\w+)/gm,
  )
  return [
    basename(file).replace(/(\.test)?\.tsx?$/, ''),
    ...[...exported].map(([, name = '']) => name),
  ]
}

/** The words of a name in camel case or with hyphens, in small letters. */
const wordsIn = (name: string) =>
  [...name.matchAll(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g)].map(([word]) => word.toLowerCase())

/** One sentence for each retired word in a name that a source exports or has. */
const findRetiredNames = (source: Source): string[] =>
  namesIn(source).flatMap((name) =>
    wordsIn(name)
      .filter((word) => Object.hasOwn(RETIRED, word))
      .map((word) => `${source.file}: ${name}: instead of “${word}” say ${RETIRED[word]}`),
  )

test('no exported name and no file name contains a retired word', () => {
  const sources = readSources()
  expect(sources.length).toBeGreaterThan(1500)
  expect(sources.flatMap(findRetiredNames)).toEqual([])
})

test('a retired word in an exported name or a file name is reported with its replacement', () => {
  expect(
    findRetiredNames({
      file: 'server/twin-rows.ts',
      text: 'export async function findDeeds() {}\nconst lawful = 1\nexport const tunnels = 1\n',
    }),
  ).toEqual([
    'server/twin-rows.ts: twin-rows: instead of “twin” say duplicate',
    'server/twin-rows.ts: findDeeds: instead of “deeds” say audit entries, audit log',
  ])
})
