import { spawn } from 'node:child_process'
import { createServer } from 'vite'
import { apiPathSegments, backendPathSegments } from '#contract/addresses'

// `npm run dev`: runs the backend from its sources, restarted on changes, and the app's dev server
// in front of it.
const port = process.env['PORT'] ?? '8080'
const backend = spawn('npx', ['tsx', 'watch', 'server/main.ts'], {
  stdio: 'inherit',
  env: { ...process.env, PORT: port },
})
const target = `http://127.0.0.1:${port}`
const segments = [...apiPathSegments, ...backendPathSegments].join('|')
const vite = await createServer({ server: { proxy: { [`^/(${segments})(/|$|\\?)`]: target } } })
await vite.listen()
vite.printUrls()

backend.on('exit', (code) => {
  process.exitCode = code ?? 1
  void vite.close()
})
process.on('SIGINT', () => backend.kill('SIGINT'))
process.on('SIGTERM', () => backend.kill('SIGTERM'))
