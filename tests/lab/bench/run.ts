import { parseArgs } from 'node:util'
import { measureAudit } from './audit.ts'
import { measureBackend } from './backend.ts'
import { measureForms } from './forms.ts'
import { measureImports } from './imports.ts'
import { measureBuilds, measurePageLoads } from './loads.ts'
import { type Measurement, isWithinLimit, formatTable } from './measurements.ts'
import { measurePictures } from './pictures.ts'
import { measureScanResult } from './scan-result.ts'
import { measureOutbox, measureCachedReads } from './storage.ts'
import { measureTaps } from './taps.ts'

// `npm run bench`. Every result is a ratio of two values measured alternately in the same run,
// because absolute times drift with the machine.
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    // `--builds dist/a,dist/b` only compares the page loads of other builds of the app with those
    // of this build.
    builds: { type: 'string' },
    // `--against DIR` takes any built static site into the same run, and measures only page loads.
    // `--content SELECTOR` is the content of the first, the second, … of these sites.
    against: { type: 'string', multiple: true, default: [] },
    content: { type: 'string', multiple: true, default: [] },
    // `--pages PATTERN` taps only on the pages whose addresses match, and lists every tap.
    pages: { type: 'string' },
    // `--cpu` measures the CPU time of the taps instead of the time that passes: other work on the
    // machine does not change it.
    cpu: { type: 'boolean', default: false },
  },
})
const rounds = Number(values.rounds)
const peers = values.against
  .flatMap((folders) => folders.split(','))
  .map((folder, at) => ({ folder, content: values.content[at] }))
if (values.content.length > peers.length)
  throw new Error('--content belongs to a site of --against')
const parts: Readonly<Record<string, (rounds: number) => Promise<Measurement[]>>> = {
  loads: (count) => measurePageLoads(count, peers),
  reads: measureCachedReads,
  outbox: measureOutbox,
  backend: measureBackend,
  audit: measureAudit,
  pictures: measurePictures,
  verdict: measureScanResult,
  forms: measureForms,
  imports: measureImports,
  taps: (count) => measureTaps(count, values),
}
const names = values.only?.split(',') ?? (peers.length > 0 ? ['loads'] : Object.keys(parts))
const figures: Measurement[] = []
if (values.builds !== undefined)
  figures.push(...(await measureBuilds(rounds, values.builds.split(','))))
else
  for (const name of names) {
    const measure = parts[name]
    if (measure === undefined) throw new Error(`--only takes ${Object.keys(parts).join(', ')}`)
    console.error(`measuring ${name}`)
    figures.push(...(await measure(rounds)))
  }
console.log(formatTable(figures))
if (!figures.every(isWithinLimit)) process.exitCode = 1
