import { spawn } from 'node:child_process'
import { parseArgs } from 'node:util'

// npm run prove:payments -- --seeds 20000 [--seed 7]
const { values } = parseArgs({
  options: { seeds: { type: 'string', default: '10000' }, seed: { type: 'string' } },
})
const env = {
  ...process.env,
  PROPERTY_RUNS: values.seeds,
  ...(values.seed !== undefined && { PROPERTY_SEED: values.seed }),
}
const run = spawn(
  'npx',
  ['vitest', 'run', '--project', 'server', 'tests/server/payment-property.test.ts'],
  {
    stdio: 'inherit',
    env,
  },
)
run.on('exit', (code) => (process.exitCode = code ?? 1))
