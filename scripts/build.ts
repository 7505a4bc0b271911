import { build } from 'vite'

// App and worker into dist/app, the backend into dist/server; '--quiet' says only what goes wrong.
process.env['NODE_ENV'] = 'production'
const logLevel = process.argv.includes('--quiet') ? 'error' : 'info'
await build({ logLevel })
await build({ logLevel, build: { ssr: true } })
