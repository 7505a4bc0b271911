import { parseArgs } from 'node:util'
import { auditFigures } from './audit.ts'
import { backendFigures } from './backend.ts'
import { type Figure, holds, table } from './figures.ts'
import { formFigures } from './forms.ts'
import { importFigures } from './imports.ts'
import { buildFigures, loadFigures } from './loads.ts'
import { pictureFigures } from './pictures.ts'
import { outboxFigures, readFigures } from './storage.ts'
import { tapFigures } from './taps.ts'
import { verdictFigures } from './verdict.ts'

// `npm run bench`: every figure is a ratio taken in the same run, by turns, because absolute times
// drift with the machine.
const parts: Readonly<Record<string, (rounds: number) => Promise<Figure[]>>> = {
  loads: loadFigures,
  reads: readFigures,
  outbox: outboxFigures,
  backend: backendFigures,
  audit: auditFigures,
  pictures: pictureFigures,
  verdict: verdictFigures,
  forms: formFigures,
  imports: importFigures,
  taps: tapFigures,
}

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    // `--builds dist/a,dist/b`: the loads of other builds of the app against those of this one, and
    // nothing else.
    builds: { type: 'string' },
  },
})
const names = values.only?.split(',') ?? Object.keys(parts)
const rounds = Number(values.rounds)
const figures: Figure[] = []
if (values.builds !== undefined)
  figures.push(...(await buildFigures(rounds, values.builds.split(','))))
else
  for (const name of names) {
    const measure = parts[name]
    if (measure === undefined) throw new Error(`--only takes ${Object.keys(parts).join(', ')}`)
    console.error(`measuring ${name}`)
    figures.push(...(await measure(rounds)))
  }
console.log(table(figures))
if (!figures.every(holds)) process.exitCode = 1
