import { expect, test, vi } from 'vitest'
import { runInTurns } from '#server/platform/in-turns'

/** Runs five steps of this length, and counts the turns of the event loop between them. */
async function countTurns(stepMs: number): Promise<{ result: string; turns: number }> {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  let turns = 0
  let isRunning = true
  const countTurn = () => {
    if (!isRunning) return
    turns += 1
    setImmediate(countTurn)
  }
  setImmediate(countTurn)
  function* work() {
    for (let step = 0; step < 5; step += 1) {
      now += stepMs
      yield
    }
    return 'done'
  }
  const result = await runInTurns(work())
  isRunning = false
  vi.restoreAllMocks()
  return { result, turns }
}

test.each([
  { stepMs: 1, turns: 0 },
  { stepMs: 4, turns: 2 },
  { stepMs: 8, turns: 5 },
])('steps of $stepMs ms give $turns turns to other requests', async ({ stepMs, turns }) => {
  expect(await countTurns(stepMs)).toEqual({ result: 'done', turns })
})
