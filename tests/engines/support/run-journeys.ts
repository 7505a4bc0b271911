import { describe, test } from 'vitest'
import { TEST_JOURNEY_NAMES, TEST_JOURNEY_TITLES } from '../journeys/titles.ts'
import { type BrowserEngine, installHintOf } from './engine.ts'
import type { TestJourneyRun } from './journey-run.ts'

/**
 * Run every test journey in this engine. If the engine is not installed, this is printed, each
 * journey is skipped with the reason, and no other module is loaded.
 */
export function runTestJourneys(engine: BrowserEngine): void {
  const install = installHintOf(engine)
  if (install !== undefined)
    process.stderr.write(`\n*** ${engine} is not installed, nothing is tried on it: ${install}\n\n`)
  // Chromium is covered by tests/browser. Here it runs only when all engines do.
  const isElsewhere = engine === 'chromium' && process.env['ALL_ENGINES'] === undefined
  const tryOn = (title: string, go: (trip: TestJourneyRun) => Promise<void>) =>
    test(`${title}`, async ({ skip, task, onTestFinished }) => {
      skip(install !== undefined, install)
      skip(isElsewhere, 'npm run engines')
      const { startTestJourney } = await import('./journey-run.ts')
      await go(await startTestJourney(engine, { task, onTestFinished }))
    })
  describe(`${engine}`, () => {
    for (const name of TEST_JOURNEY_NAMES)
      tryOn(`${name}: ${TEST_JOURNEY_TITLES[name]}`, async (trip) => {
        const { testJourneys } = await import('../journeys/index.ts')
        await testJourneys[name](trip)
        await trip.finish()
      })
    // The absence of console errors proves something only if they are detected.
    tryOn(
      'console errors: an error of a page is detected and fails its test journey',
      async (trip) => {
        const { expectFaultsToBeNoticed } = await import('./noticed-faults.ts')
        await expectFaultsToBeNoticed(trip)
      },
    )
  })
}
