/** A part of the code whose mutants are tried, and the tests that stand near it. */
export interface Area {
  /** Files below these prefixes. */
  readonly code: readonly string[]
  /** The project of `vitest.config.ts` whose settings its tests run with. */
  readonly project: string
  /** Quick tests only: what no quick test holds is to be seen, not what a thousand histories hold. */
  readonly tests: readonly string[]
}

const tests = (folder: string, ...names: readonly string[]) =>
  names.map((name) => `tests/${folder}/${name}.test.{ts,tsx}`)

const OFFLINE = [
  'storage',
  'drain',
  'lock',
  'dependence',
  'exchange',
  'words-age',
  'within',
  'versions',
  'lost-receipts',
]

/** Every part that `npm run mutants` knows, one row each; the first that fits counts. */
export const AREAS: readonly Area[] = [
  {
    code: ['src/offline/schedule.ts', 'src/offline/hand-over.ts'],
    project: 'offline',
    tests: tests('offline', ...OFFLINE, 'schedule', 'scans'),
  },
  { code: ['src/offline'], project: 'offline', tests: tests('offline', ...OFFLINE) },
]

/** The part that a file or folder belongs to. */
export const areaOf = (path: string): Area | undefined =>
  AREAS.find(({ code }) => code.some((prefix) => path.startsWith(prefix)))
