import { build } from 'vite'
import { SSR_BUILD_MODE } from '../build/ssr-build.ts'

// Builds the app and the worker into dist/app, its server rendering next to it, and the backend
// into dist/server. '--quiet' prints errors only.
process.env['NODE_ENV'] = 'production'
const logLevel = process.argv.includes('--quiet') ? 'error' : 'info'
await build({ logLevel })
await build({ logLevel, mode: SSR_BUILD_MODE })
await build({ logLevel, build: { ssr: true } })
