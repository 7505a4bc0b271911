import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { build, type Plugin } from 'vite'
import { apiPathSegments, backendPathSegments } from '../src/contract/addresses.ts'

/** The mode in which Vite builds the backend for the dev server. */
export const DEV_BACKEND_MODE = 'dev-backend'
export const devBackendFolder = 'dist/dev-backend'

/**
 * Builds the backend and runs it next to the dev server, does both again after each change, and
 * forwards the backend's addresses to it. The dev server ends when the backend ends. A backend that
 * does not build leaves the one before running.
 */
export function devBackend(): Plugin {
  const port = process.env['PORT'] ?? '8080'
  const segments = [...apiPathSegments, ...backendPathSegments].join('|')
  return {
    name: 'baodao:dev-backend',
    apply: 'serve',
    config: () => ({
      server: { proxy: { [`^/(${segments})(/|$|\\?)`]: `http://127.0.0.1:${port}` } },
    }),
    configureServer: (server) => {
      let backend: ChildProcess | undefined
      process.on('exit', () => backend?.kill())
      const restartBackend = async () => {
        const previous = backend
        backend = undefined
        if (previous?.kill()) await once(previous, 'exit')
        const started = spawn(process.execPath, [`${devBackendFolder}/main.js`], {
          stdio: ['ignore', 'inherit', 'inherit'],
          env: { ...process.env, PORT: port },
        })
        started.on('exit', (code) => {
          if (started !== backend) return
          process.exitCode = code ?? 1
          void server.close()
        })
        backend = started
      }
      // The dev server listens while the backend is being built.
      void build({
        mode: DEV_BACKEND_MODE,
        logLevel: 'error',
        build: { ssr: true, watch: {} },
      }).then((watcher) => {
        let restart = Promise.resolve()
        if ('on' in watcher)
          watcher.on('event', (event) => {
            if (event.code === 'BUNDLE_END') restart = restart.then(restartBackend)
            if (event.code === 'ERROR') server.config.logger.error(event.error.message)
          })
      })
    },
  }
}
