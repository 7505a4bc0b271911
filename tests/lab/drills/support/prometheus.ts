import { execFileSync } from 'node:child_process'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findProgram } from './programs.ts'
import { waitForResult, type Workspace } from './workspace.ts'

const SAMPLES = 'docs/operations/samples'

/** A Prometheus with the sample configuration and rules. */
export interface Prometheus {
  /** Evaluate an expression. Returns the number of series, and the value of the first. */
  readonly query: (expression: string) => Promise<{ series: number; value: number }>
  /** The names of the alerts that are firing. */
  readonly findFiringAlerts: () => Promise<string[]>
}

/** Check the samples with promtool, and run their tests. Returns promtool's output. */
export function checkPrometheusSamples(): string {
  const promtool = findProgram('promtool', 'prometheus')
  const run = (...args: string[]) =>
    execFileSync(promtool, args, { cwd: SAMPLES, encoding: 'utf8', stdio: 'pipe' })
  return [
    run('check', 'config', 'prometheus.yml'),
    run('check', 'rules', 'alerts.yml'),
    run('test', 'rules', 'alerts.test.yml'),
  ].join('')
}

/** Start a Prometheus that scrapes these addresses, with the samples unchanged. */
export async function startPrometheus(
  place: Workspace,
  targets: readonly string[],
): Promise<Prometheus> {
  const folder = join(place.folder, 'prometheus')
  cpSync(SAMPLES, folder, { recursive: true })
  const file = join(folder, 'prometheus.yml')
  const sample = readFileSync(file, 'utf8')
  const aimed = sample.replace(/targets: \[.*\]/, `targets: ${JSON.stringify(targets)}`)
  if (aimed === sample) throw new Error('the sample names no targets')
  writeFileSync(file, aimed)
  const address = `127.0.0.1:${await place.port()}`
  place.run(findProgram('prometheus', 'prometheus'), [
    `--config.file=${file}`,
    `--storage.tsdb.path=${join(folder, 'data')}`,
    `--web.listen-address=${address}`,
  ])
  const get = async <T>(path: string): Promise<T> => {
    const response = await fetch(`http://${address}/api/v1/${path}`)
    const said: { status: string; data: T; error?: string } = await response.json()
    if (said.status !== 'success') throw new Error(`${path}: ${said.error}`)
    return said.data
  }
  await waitForResult('Prometheus answers', () =>
    fetch(`http://${address}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    ),
  )
  return {
    query: async (expression) => {
      const { result } = await get<{ result: { value: [number, string] }[] }>(
        `query?${new URLSearchParams({ query: expression })}`,
      )
      return { series: result.length, value: Number(result[0]?.value[1] ?? Number.NaN) }
    },
    findFiringAlerts: async () => {
      const { alerts } = await get<{ alerts: { state: string; labels: { alertname: string } }[] }>(
        'alerts',
      )
      return alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname)
    },
  }
}
