import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBuilt } from './ensure-built.ts'

// `npm start`: builds what is missing or older than its sources, then runs the backend in this
// process.
await ensureBuilt((line) => void process.stdout.write(`${line}\n`))
process.env['NODE_ENV'] ??= 'production'
await import(pathToFileURL(join(process.cwd(), 'dist/server/main.js')).href)
