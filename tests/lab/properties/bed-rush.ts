import { spawnSync } from 'node:child_process'
import { stripVTControlCharacters } from 'node:util'

const FILE = 'tests/server/dorm.test.ts'

/**
 * Run the rush for the beds this many times: 10,000 students, 2,000 beds, two processes. Prints a
 * line for each run and a summary. Returns how many runs failed.
 */
export function runBedRush(rounds: number): number {
  let failed = 0
  for (let round = 1; round <= rounds; round++) {
    const began = Date.now()
    const { status, stdout, stderr } = spawnSync('npx', ['vitest', 'run', FILE, '-t', 'the rush'], {
      env: { ...process.env, DORM_RUSH: '10000' },
      encoding: 'utf8',
    })
    const held = status === 0 && /Tests .*\b1 passed/.test(stripVTControlCharacters(stdout))
    if (!held) {
      failed += 1
      console.log(stdout, stderr)
    }
    const seconds = Math.round((Date.now() - began) / 1000)
    console.log(`round ${round} of ${rounds}: ${held ? 'held' : 'FAILED'}, ${seconds} s`)
  }
  console.log(
    `${rounds - failed} of ${rounds} rounds: 10,000 students took exactly 2,000 places from two processes`,
  )
  return failed
}
