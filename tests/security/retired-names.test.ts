import { expect, test } from 'vitest'
import {
  fileNameOf,
  findExportedNames,
  readSourceFiles,
  type SourceFile,
} from '../support/codebase/exported-names.ts'

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

/** The words of a name in camel case or with hyphens, in small letters. */
const splitName = (name: string) =>
  [...name.matchAll(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g)].map(([word]) => word.toLowerCase())

/** One sentence for each retired word in a name that a source exports or has. */
const findRetiredNames = ({ file, text }: SourceFile): string[] =>
  [fileNameOf(file), ...findExportedNames(text)].flatMap((name) =>
    splitName(name)
      .filter((word) => Object.hasOwn(RETIRED, word))
      .map((word) => `${file}: ${name}: instead of “${word}” say ${RETIRED[word]}`),
  )

test('no exported name and no file name contains a retired word', () => {
  const sources = readSourceFiles()
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
