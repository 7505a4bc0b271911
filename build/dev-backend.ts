import { spawn } from 'node:child_process'
import type { Plugin } from 'vite'
import { apiPathSegments, backendPathSegments } from '../src/contract/addresses.ts'

/**
 * Runs the backend from its sources next to the dev server, restarts the backend on changes, and
 * forwards its addresses to it. The dev server ends when the backend ends.
 */
export function devBackend(): Plugin {
  const port = process.env['PORT'] ?? '8080'
  const segments = [...apiPathSegments, ...backendPathSegments].join('|')
  return {
    name: 'baodao:dev-backend',
    apply: 'serve',
    config: () => ({
      server: {
        proxy: { [`^/(${segments})(/|$|\\?)`]: `http://127.0.0.1:${port}` },
        // The modules of the first screen are transformed while the backend is still starting.
        warmup: { clientFiles: ['src/main.tsx', 'src/routes/__root.tsx', 'src/routes/index.tsx'] },
      },
    }),
    configureServer: (server) => {
      const backend = spawn('tsx', ['watch', 'server/main.ts'], {
        stdio: ['ignore', 'inherit', 'inherit'],
        env: { ...process.env, PORT: port },
      })
      backend.on('exit', (code) => {
        process.exitCode = code ?? 1
        void server.close()
      })
      process.on('exit', () => backend.kill())
    },
  }
}
