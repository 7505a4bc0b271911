import { findInstalledChromium } from '../../scripts/chromium.ts'
import { installHintOf } from '../engines/support/engine.ts'

// Printed before `npm test`: what it will try the app in, and how long that takes.
const chromium = findInstalledChromium() ?? 'will be installed now'
const others = (['webkit', 'firefox'] as const).map((engine) => {
  const install = installHintOf(engine)
  return `${engine}: ${install === undefined ? 'found, its journeys are made' : `not installed, left out (${install})`}`
})
const installedCount = others.filter((line) => line.includes('found')).length
const minutes = 22 + 5 * installedCount
console.log(`Engines
  chromium: ${chromium}
  ${others.join('\n  ')}
All tests take about ${minutes} minutes on two quiet cores, several times that on a busy machine.
One file: npx vitest run --project server tests/server/travel.test.ts`)
