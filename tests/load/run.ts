import { parseArgs } from 'node:util'
import { openPlace } from '../drills/support/place.ts'
import { openCampus } from './campus.ts'
import { tableOf } from './goals.ts'
import { playHour } from './hour.ts'

// npm run load -- --hour: a campus of its own on this machine, the load on it, and a table of what
// was to be reached and what was. What is played stands in docs/operations/load.md.
const USAGE = `npm run load -- --hour [--minutes 1] [--profile <folder>]`

const { values } = parseArgs({
  options: {
    hour: { type: 'boolean', default: false },
    minutes: { type: 'string' },
    /** A folder for the CPU profiles of the backend's processes. */
    profile: { type: 'string' },
  },
})
if (values.hour) await play()
else process.stdout.write(`${USAGE}\n`)

async function play(): Promise<void> {
  const place = openPlace()
  const stop = () => void place.close().then(() => process.exit(130))
  process.once('SIGINT', stop).once('SIGTERM', stop)
  try {
    const campus = await openCampus(place, { students: 12_000, profile: values.profile })
    const goals = await playHour(place, campus, { minutes: Number(values.minutes ?? 1) })
    await campus.stop()
    for (const line of tableOf(goals)) process.stdout.write(`${line}\n`)
    if (!goals.every(({ holds }) => holds)) process.exitCode = 1
  } finally {
    await place.close()
  }
}
