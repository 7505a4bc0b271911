import { build } from 'vite'
import { SSR_MODE } from '../build/ssr-build.ts'

// App and worker into dist/app, what renders its public pages beside it, the backend into dist/server;
// '--quiet' says only what goes wrong.
process.env['NODE_ENV'] = 'production'
const logLevel = process.argv.includes('--quiet') ? 'error' : 'info'
await build({ logLevel })
await build({ logLevel, mode: SSR_MODE })
await build({ logLevel, build: { ssr: true } })
