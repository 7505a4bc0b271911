import { expect, test } from 'vitest'
import {
  fileNameOf,
  findDeclaredNames,
  findExportedNames,
  readSourceFiles,
  type SourceFile,
} from '../support/codebase/declared-names.ts'

/** Words that no name can contain, each with the term that replaces it. */
const RETIRED: Readonly<Record<string, string>> = {
  anew: 'refresh, restart',
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
  law: 'property',
  laws: 'properties',
  lived: 'run',
  mortal: 'killable',
  patience: 'timeout',
  persona: 'demo user',
  promise: 'guarantee',
  promises: 'guarantees',
  relay: 'proxy',
  stranger: 'anonymous, unknown',
  tally: 'count, counts',
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

/**
 * Words that neither exported names nor files can contain: participles and adverbs, which mean
 * nothing away from their declaration.
 */
const RETIRED_IN_EXPORTS: Readonly<Record<string, string>> = {
  ...RETIRED,
  ahead: 'pipelined, prefetched, pending',
  asked: '…Request, …Params',
  kept: 'cached, stored',
  said: '…Response, …Body',
  soon: 'deadline, scheduled',
  together: 'batch, concurrently',
  told: 'reported, notified',
}

/** The words of a name in camel case or with hyphens, in lower case. */
const splitName = (name: string) =>
  [...name.matchAll(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g)].map(([word]) => word.toLowerCase())

/**
 * A sentence for each retired word in the name of the file, or in a name that the file declares.
 */
const findRetiredNames = ({ file, text }: SourceFile): string[] =>
  [
    ...findRetired([fileNameOf(file), ...findExportedNames(text)], RETIRED_IN_EXPORTS),
    ...findRetired(findDeclaredNames(text), RETIRED),
  ].map((found) => `${file}: ${found}`)

const findRetired = (names: readonly string[], retired: Readonly<Record<string, string>>) =>
  [...new Set(names)].flatMap((name) =>
    splitName(name)
      .filter((word) => Object.hasOwn(retired, word))
      .map((word) => `${name}: instead of “${word}” say ${retired[word]}`),
  )

test('no declared name and no file name contains a retired word', () => {
  const sources = readSourceFiles()
  expect(sources.length).toBeGreaterThan(1500)
  expect(sources.flatMap(findRetiredNames)).toEqual([])
})

test('a retired word in a declared name or a file name is reported with its replacement', () => {
  const text = [
    'export async function findTold() {',
    '  const lawful = 1',
    '  const told = 1',
    `  let ${'newTwin'} = 1`,
    '}',
  ]
  expect(findRetiredNames({ file: 'server/witness-rows.ts', text: text.join('\n') })).toEqual([
    'server/witness-rows.ts: witness-rows: instead of “witness” say trace',
    'server/witness-rows.ts: findTold: instead of “told” say reported, notified',
    'server/witness-rows.ts: newTwin: instead of “twin” say duplicate',
  ])
})
