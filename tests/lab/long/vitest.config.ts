import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { mergeConfig } from 'vitest/config'
import config from '../../../vitest.config.ts'

// `npm run test:long`: the tests of this folder, with what browser tests stand in, and each file
// that takes more of its cases in a long run.

const files = readdirSync('tests', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.test\.tsx?$/.test(name))
  .map((name) => join('tests', name))
  .filter((file) => /\b(isLongRun|casesOfRun)\b/.test(readFileSync(file, 'utf8')))

const projects = (config.test?.projects ?? []).flatMap((project) => {
  if (typeof project !== 'object' || !('test' in project)) return []
  const name = project.test?.name
  if (typeof name !== 'string') return []
  const include = [
    ...files.filter((file) => file.startsWith(`tests/${name}/`)),
    ...(name === 'browser' ? ['tests/lab/long/*.test.ts'] : []),
  ]
  if (include.length === 0) return []
  return [{ ...project, test: { ...project.test, include, env: { LONG_RUN: '1' } } }]
})

const { projects: _, ...shared } = config.test ?? {}
export default mergeConfig(
  { plugins: config.plugins, test: shared },
  { root: resolve(import.meta.dirname, '../../..'), test: { projects } },
)
