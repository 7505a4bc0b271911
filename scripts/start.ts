import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { strangersFolder } from '#server/platform/files/ownership'
import { isFresh } from '../build/stamp.ts'
import { alone } from './alone.ts'

// `npm start`: build what is missing or older than its sources, then be the backend. Of several
// starts in one folder one builds, and the others wait for it.
const isBuilt = async () =>
  !(await Promise.all([isFresh('dist/app'), isFresh('dist/server')])).includes(false)
const say = (line: string) => process.stdout.write(`${line}\n`)

if (!(await isBuilt()))
  await alone(
    process.cwd(),
    async () => {
      if (await isBuilt()) return
      say('Building the app; this takes a moment.')
      build()
    },
    () => say('Another start is building the app; waiting for it.'),
  )
process.env['NODE_ENV'] ??= 'production'
await import(pathToFileURL(join(process.cwd(), 'dist/server/main.js')).href)

function build(): void {
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', 'scripts/build.ts', '--quiet'],
    { stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' },
  )
  if (status === 0) return
  const why = strangersFolder('dist', ['', 'app', 'app/assets', 'server', 'app.built.json'])
  process.stderr.write(`The app could not be built. ${why ?? stderr}\n`)
  process.exit(1)
}
