import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { findProgram } from './support/programs.ts'
import type { Workspace } from './support/workspace.ts'

export const description =
  'systemd reads the sample unit without warnings and rates its exposure as low (no systemd is started).'

const SAMPLE = 'docs/operations/samples/baodao@.service'
/**
 * systemd's exposure level, from 0 (sealed off) to 100. A service without any of these settings has
 * more than 90.
 */
const MOST_EXPOSED = 20

/** Returns the exposure level of the service. */
export async function drill(place: Workspace): Promise<string> {
  const analyze = findProgram('systemd-analyze', 'systemd')
  for (const program of ['node', 'curl']) findProgram(program, program)
  const folder = join(place.folder, 'units')
  mkdirSync(folder)
  const unit = join(folder, 'baodao@8081.service')
  cpSync(SAMPLE, unit)
  const said = run(analyze, ['verify', '--man=no', unit])
  if (said !== '') throw new Error(said)
  // The command fails above the threshold.
  const table = run(analyze, [
    'security',
    '--offline=true',
    '--no-pager',
    `--threshold=${MOST_EXPOSED}`,
    unit,
  ])
  return /exposure level.*?: ([\d.]+)/.exec(table)?.[1] ?? table
}

const run = (program: string, args: readonly string[]) =>
  execFileSync(program, [...args], { encoding: 'utf8', stdio: 'pipe' })
