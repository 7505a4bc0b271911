import { parseArgs } from 'node:util'
import { openWorkspace } from '../drills/support/workspace.ts'
import { formatGoals } from './goals.ts'
import { type ScenarioName, runScenario } from './scenario.ts'
import { compareByTurns } from './turns.ts'

// npm run load: start a campus on this machine, put load on it, and print a table of goals and
// results. docs/operations/load.md describes the scenarios.
const USAGE = `npm run load -- --hour | --ten-thousand | --tunnel | --arrival-day | --kinds
npm run load -- --builds <folder>,<folder>   compare built backends by turns
  --rounds 8            turns of each build
  --forms               only forms of phones out of a tunnel, instead of the requests of the hour
  --minutes 1           how long the hour, the ten thousand, or the arrival day take
  --students 10000      fewer for a small machine
  --first               before all other work of the machine, as root: it does nothing else meanwhile
  --direct              past the proxy
  --profile <folder>    leaves CPU profiles of the processes there
`

const { values } = parseArgs({
  options: {
    hour: { type: 'boolean' },
    'ten-thousand': { type: 'boolean' },
    tunnel: { type: 'boolean' },
    'arrival-day': { type: 'boolean' },
    kinds: { type: 'boolean' },
    builds: { type: 'string' },
    rounds: { type: 'string' },
    forms: { type: 'boolean', default: false },
    minutes: { type: 'string' },
    students: { type: 'string' },
    direct: { type: 'boolean', default: false },
    first: { type: 'boolean', default: false },
    profile: { type: 'string' },
  },
})
const names: readonly ScenarioName[] = ['hour', 'ten-thousand', 'tunnel', 'arrival-day', 'kinds']
const name = names.find((one) => values[one] === true)
const folders = values.builds?.split(',')
const [minutes, students, rounds = 8] = [values.minutes, values.students, values.rounds].map(
  (said) => (said === undefined ? undefined : Number(said)),
)
const areNumbersValid = [minutes, students, rounds].every((one) => one === undefined || one > 0)
if ((name === undefined && folders === undefined) || !areNumbersValid) {
  process.stdout.write(USAGE)
  process.exitCode = 1
} else {
  const place = openWorkspace()
  let isStopped = false
  const stop = () => {
    isStopped = true
    void place.close().then(() => process.exit(130))
  }
  process.once('SIGINT', stop).once('SIGTERM', stop)
  const { direct, first, profile, forms } = values
  try {
    if (folders !== undefined)
      await compareByTurns(place, { folders, rounds, load: forms ? 'forms' : 'hour', profile })
    if (name !== undefined) {
      const goals = await runScenario(place, name, { minutes, students, direct, first, profile })
      for (const line of formatGoals(goals)) process.stdout.write(`${line}\n`)
      if (!goals.every(({ isReached }) => isReached)) process.exitCode = 1
    }
  } catch (error) {
    // An error caused by stopping the load test is not reported.
    if (!isStopped) throw error
  } finally {
    await place.close()
  }
}
