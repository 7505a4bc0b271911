import { spawnSync } from 'node:child_process'
import { type Mutant, PROMISES } from './promises.ts'

/**
 * Take away the guards of the promises one by one and run the promise's tests below the browser:
 * one of them must fail. Answers how many went unnoticed.
 */
export function tryMutants(wanted?: string): number {
  let missed = 0
  let all = 0
  for (const { title, tests, mutants } of PROMISES) {
    if (wanted !== undefined && !title.includes(wanted)) continue
    const files = [...new Set(tests.map(([file]) => `tests/${file}`))].filter(
      (file) => !file.includes('/browser/'),
    )
    for (const mutant of mutants) {
      all += 1
      const caught = isCaught(mutant, files)
      if (!caught) missed += 1
      console.log(`${caught ? 'caught' : 'MISSED'}  ${title}: ${mutant.file}: ${mutant.from}`)
    }
  }
  console.log(`${all - missed} of ${all} guards are held by a test`)
  return missed
}

function isCaught(mutant: Mutant, files: readonly string[]): boolean {
  const { status, stdout } = spawnSync(
    'npx',
    ['vitest', 'run', '--config', 'tests/mutants.config.ts', '--bail', '1', ...files],
    { env: { ...process.env, MUTANT: JSON.stringify(mutant) }, encoding: 'utf8' },
  )
  // Tests that could not even run have caught nothing.
  return status !== 0 && /Tests .*\d+ failed/.test(stdout)
}
