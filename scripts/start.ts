import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isFresh } from '../build/stamp.ts'

// `npm start`: build what is missing or older than its sources, then be the backend.
const built = await Promise.all([isFresh('dist/app'), isFresh('dist/server')])
if (built.includes(false)) {
  console.log('Building the app; this takes a moment.')
  execFileSync(process.execPath, ['--import', 'tsx', 'scripts/build.ts', '--quiet'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
}
process.env['NODE_ENV'] ??= 'production'
await import(pathToFileURL(join(process.cwd(), 'dist/server/main.js')).href)
