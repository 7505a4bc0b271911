import { build } from 'vite'

// App and worker into dist/app, the backend into dist/server.
process.env['NODE_ENV'] = 'production'
await build()
await build({ build: { ssr: 'server/main.ts' } })
