import { resolve } from 'node:path'
import { mergeConfig } from 'vitest/config'
import config from '../../../vitest.config.ts'
import { MUTATION_AREAS } from './areas.ts'

// The tests of one area as one project, which `npm run mutants` runs for every mutant.

const area = MUTATION_AREAS[Number(process.env['MUTANTS_AREA'])]
const project = (config.test?.projects ?? []).find(
  (one) => typeof one === 'object' && 'test' in one && one.test?.name === area?.project,
)
if (area === undefined || typeof project !== 'object' || !('test' in project))
  throw new Error('MUTANTS_AREA names no row of tests/lab/mutation/areas.ts')

// A test that waits for something that a mutant has removed should fail soon.
const timeoutMs = area.project === 'offline' ? 15_000 : 60_000

const { projects: _, ...shared } = config.test ?? {}
export default mergeConfig(
  { plugins: config.plugins, test: shared },
  {
    root: resolve(import.meta.dirname, '../../..'),
    test: {
      ...project.test,
      // Each mutant has a worker of its own, whose test files can share loaded modules.
      isolate: area.project === 'features-alone',
      include: [...area.tests],
      exclude: [],
      testTimeout: timeoutMs,
      hookTimeout: 60_000,
    },
  },
)
