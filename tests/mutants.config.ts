import { resolve } from 'node:path'
import { mergeConfig } from 'vitest/config'
import config from '../vitest.config.ts'

/** The tests with one guard of the code taken away: what `npm run prove -- --mutants` runs. */
const { file, from, to }: { file: string; from: string; to: string } = JSON.parse(
  process.env['MUTANT'] ?? '{}',
)

export default mergeConfig(config, {
  root: resolve(import.meta.dirname, '..'),
  plugins: [
    {
      name: 'mutant',
      enforce: 'pre',
      transform: (code: string, id: string) =>
        id.split('?')[0] === resolve(file) ? code.replace(from, () => to) : undefined,
    },
  ],
})
