import { describe, test } from 'vitest'
import { type Engine, missing } from './engine.ts'

/** The journeys that every engine makes, each told by what it shows. */
const JOURNEYS = [
  { name: 'tunnel', title: 'a form of a tunnel survives the closed browser and arrives once' },
] as const
export type Journey = (typeof JOURNEYS)[number]['name']

/**
 * Try every journey on this engine. Where it is not installed that is said aloud, each journey is
 * left out with the reason, and nothing else is loaded.
 */
export function journeysOn(engine: Engine): void {
  const install = missing(engine)
  if (install !== undefined)
    process.stderr.write(`\n*** ${engine} is not installed, nothing is tried on it: ${install}\n\n`)
  // Chromium has the tests of the browser; here it is tried when all engines are.
  const isElsewhere = engine === 'chromium' && process.env['ALL_ENGINES'] === undefined
  describe(`${engine}`, () => {
    for (const { name, title } of JOURNEYS)
      test(`${title}`, async ({ skip, onTestFinished }) => {
        skip(install !== undefined, install)
        skip(isElsewhere, 'npm run engines')
        const { journeys, openTrip } = await import('./journeys.ts')
        const trip = await openTrip(engine)
        onTestFinished(trip.end)
        await journeys[name](trip)
      })
  })
}
