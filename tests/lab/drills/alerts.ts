import { readFileSync } from 'node:fs'
import { PAYLOAD_AGE_HEADER } from '#contract/payload-age'
import { travelFormBody } from '../../support/backend/form-bodies.ts'
import { startCampusProcess } from './support/campus-process.ts'
import { checkPrometheusSamples, startPrometheus } from './support/prometheus.ts'
import { startCluster } from './support/test-cluster.ts'
import { waitForResult, type Workspace } from './support/workspace.ts'
import { postJson, signInStudents } from './support/write-traffic.ts'

export const description =
  'Prometheus with the sample rules watches a campus while a form is refused, a database dies and a process dies.'

const STUDENTS = 30
const HOURS = 3600

/** Returns how long each alert took to fire. */
export async function drill(place: Workspace): Promise<string> {
  for (const line of checkPrometheusSamples().split('\n'))
    if (line.trim() !== '') place.print(line.trim())
  const cluster = await startCluster(place, 'database')
  const metricsPort = await place.port()
  const campus = await startCampusProcess(place, cluster.url(), {
    METRICS_PORT: String(metricsPort),
  })
  const prometheus = await startPrometheus(place, [`127.0.0.1:${metricsPort}`])
  const seen = (what: string, expression: string, wanted: (value: number) => boolean) =>
    waitForResult(what, async () => wanted((await prometheus.query(expression)).value))
  await seen('the campus is watched and can work', 'campus_ready', (value) => value === 1)

  const students = await signInStudents(campus.url, cluster.url(), STUDENTS)
  const submit = (change: Record<string, string>, name: string, headers = {}) =>
    Promise.all(
      students.map(({ token }, at) =>
        postJson(campus.url, '/api/TravelInformation/addBusInformation', travelFormBody(change), {
          authorization: token,
          'idempotency-key': `${name}-${at}-submission`,
          ...headers,
        }),
      ),
    )
  await submit({}, 'first', { [PAYLOAD_AGE_HEADER]: String(2 * HOURS) })
  await submit({}, 'first', { [PAYLOAD_AGE_HEADER]: String(2 * HOURS) })
  await seen('30 arrivals', 'sum(outbox_arrivals_total)', (value) => value === STUDENTS)
  await seen('30 replays', 'sum(outbox_replays_total)', (value) => value === STUDENTS)
  const median = 'histogram_quantile(0.5, sum by (le) (outbox_words_age_seconds_bucket))'
  await seen('words two hours old', median, (value) => value > HOURS && value <= 6 * HOURS)
  const calm = await prometheus.findFiringAlerts()
  if (calm.length > 0) throw new Error(`alerts on a calm day: ${calm.join(', ')}`)
  place.print(`${STUDENTS} arrivals of words two hours old, ${STUDENTS} replays, no alert`)

  const rings = async (alert: string, outage: () => Promise<unknown>) => {
    const begun = Date.now()
    await outage()
    await waitForResult(
      `${alert} fires`,
      async () => (await prometheus.findFiringAlerts()).includes(alert),
      {
        patienceMs: 180_000,
        everyMs: 500,
      },
    )
    const seconds = Math.round((Date.now() - begun) / 1000)
    place.print(`${alert} fires after ${seconds} s`)
    return `${alert} ${seconds} s`
  }
  const figures = [
    await rings('SubmissionsRefused', () => submit({ tripMode: '' }, 'wrong')),
    await rings('NoProcessReady', () => cluster.stop('kill')),
  ]
  if ((await prometheus.findFiringAlerts()).includes('ProcessDown'))
    throw new Error('a database that is away was taken for a process that is gone')
  await cluster.start()
  await waitForResult(
    'the database is back and nobody is called any more',
    async () => !(await prometheus.findFiringAlerts()).includes('NoProcessReady'),
  )
  place.print('NoProcessReady has ended by itself')
  const shown = await dashboard(prometheus.query)
  figures.push(await rings('ProcessDown', () => campus.stop('SIGKILL')))
  return `${figures.join(', ')}; ${shown}`
}

// Prometheus understands every expression of the dashboard, and every expression has data.
async function dashboard(ask: (expression: string) => Promise<{ series: number }>) {
  const { panels }: { panels: { title: string; targets?: { expr: string }[] }[] } = JSON.parse(
    readFileSync('docs/operations/samples/dashboard.json', 'utf8'),
  )
  const shown = panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }) => ({ title, expr })),
  )
  const empty: string[] = []
  for (const { title, expr } of shown) if ((await ask(expr)).series === 0) empty.push(title)
  // A campus without payment incidents has no data for this panel.
  const missing = empty.filter((title) => title !== 'Payments that need a person')
  if (missing.length > 0) throw new Error(`nothing is drawn at: ${missing.join(', ')}`)
  return `${shown.length} expressions of the dashboard answered`
}
