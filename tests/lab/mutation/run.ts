import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Stryker } from '@stryker-mutator/core'
import { joinTestPostgres } from '../../support/database/test-postgres.ts'
import { MUTATION_AREAS, findMutationArea } from './areas.ts'

// npm run mutants -- --mutate src/offline [--mutate src/lib/network/call-api.ts:10-20] [--at-once 2]
// StrykerJS changes the code in one place at a time and runs the fast tests of that area. Mutants
// that no test detects are printed, and the whole report is written to tests/.output/mutants.

const OUTPUT = join('tests', '.output', 'mutants')

const { values } = parseArgs({
  options: {
    mutate: { type: 'string', multiple: true, default: [] },
    'at-once': { type: 'string', default: '1' },
  },
})
const wanted = values.mutate
const area = wanted[0] === undefined ? undefined : findMutationArea(wanted[0])
if (area === undefined || wanted.some((path) => findMutationArea(path) !== area)) {
  const known = MUTATION_AREAS.flatMap(({ code }) => code).join(' ')
  console.error(`--mutate names files of one part, a row of tests/lab/mutation/areas.ts: ${known}`)
  process.exit(2)
}

process.env['MUTANTS_AREA'] = String(MUTATION_AREAS.indexOf(area))
// One PostgreSQL for the whole run, because each sandbox would start its own.
const postgres = await joinTestPostgres()
process.env['TEST_DATABASE_URL'] = postgres.connectionString
try {
  await new Stryker({
    mutate: wanted.map((path) => (/\.ts(:|$)/.test(path) ? path : `${path}/**/*.ts`)),
    mutator: {
      // Strings of a closed list are checked by the types, and all other strings are texts for
      // users.
      excludedMutations: ['StringLiteral'],
    },
    plugins: ['@stryker-mutator/vitest-runner'],
    testRunner: 'vitest',
    vitest: { configFile: 'tests/lab/mutation/vitest.config.ts', related: false },
    coverageAnalysis: 'perTest',
    // Stryker would read the file with TypeScript's old API, which TypeScript 7 does not have.
    tsconfigFile: 'none',
    disableTypeChecks: false,
    ignorePatterns: ['dist', '.data', '.cache', 'tests/.output'],
    tempDirName: '.cache/mutants',
    concurrency: Number(values['at-once']),
    // A loop that a mutant has made endless is ended at this time; tests of the contract take ms.
    timeoutMS: area.project === 'contract' ? 8_000 : 40_000,
    dryRunTimeoutMinutes: 20,
    allowEmpty: false,
    reporters: ['progress-append-only', 'clear-text', 'json', 'html'],
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
    jsonReporter: { fileName: join(OUTPUT, 'mutants.json') },
    htmlReporter: { fileName: join(OUTPUT, 'mutants.html') },
  }).runMutationTest()
} finally {
  await postgres.release()
}
