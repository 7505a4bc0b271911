import { describe, test } from 'vitest'
import { JOURNEY_NAMES, JOURNEY_TITLES } from '../journeys/titles.ts'
import { type Engine, installHintOf } from './engine.ts'
import type { JourneyRun } from './journey-run.ts'

/**
 * Try every journey on this engine. Where it is not installed that is said aloud, each journey is
 * left out with the reason, and nothing else is loaded.
 */
export function runJourneys(engine: Engine): void {
  const install = installHintOf(engine)
  if (install !== undefined)
    process.stderr.write(`\n*** ${engine} is not installed, nothing is tried on it: ${install}\n\n`)
  // Chromium has the tests of the browser; here it is tried when all engines are.
  const isElsewhere = engine === 'chromium' && process.env['ALL_ENGINES'] === undefined
  const tryOn = (title: string, go: (trip: JourneyRun) => Promise<void>) =>
    test(`${title}`, async ({ skip, task, onTestFinished }) => {
      skip(install !== undefined, install)
      skip(isElsewhere, 'npm run engines')
      const { openJourneyRun } = await import('./journey-run.ts')
      await go(await openJourneyRun(engine, { task, onTestFinished }))
    })
  describe(`${engine}`, () => {
    for (const name of JOURNEY_NAMES)
      tryOn(`${name}: ${JOURNEY_TITLES[name]}`, async (trip) => {
        const { journeys } = await import('../journeys/index.ts')
        await journeys[name](trip)
        await trip.finish()
      })
    // A console that nobody hears has no complaints.
    tryOn('complaints: what a page does wrong is heard, and fails its trip', async (trip) => {
      const { expectFaultsToBeNoticed } = await import('./noticed-faults.ts')
      await expectFaultsToBeNoticed(trip)
    })
  })
}
