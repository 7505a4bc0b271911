import { build } from 'vite'
import { checkSizes } from './sizes.ts'

// `npm run build`: app, worker and backend; fails when a screen has grown too large for a weak network.
process.env['NODE_ENV'] = 'production'
await build()
await build({ build: { ssr: 'server/main.ts' } })
if (!(await checkSizes('dist/app'))) process.exitCode = 1
