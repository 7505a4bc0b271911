import type { Server } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { type Listener, portListenerOf } from './listeners.ts'
import type { BackgroundJob } from './platform/periodic-job.ts'

/** The parts of the server that `shutDown` ends, in this order. */
export interface ShutdownParams {
  readonly server: Server
  /** The other listeners at which the server accepts connections, besides its port. */
  readonly listeners: readonly Listener[]
  /** Background jobs; they are stopped at the same time as the listeners. */
  readonly jobs: readonly BackgroundJob[]
  /** Closes the connections to the database. */
  readonly releaseDatabase: () => Promise<void>
  /** The time after which idle connections are closed, ms. */
  readonly idleMs?: number
}

/** The longest time for `releaseDatabase`, ms; it runs after all requests and jobs. */
const RELEASE_TIMEOUT_MS = 5000
/**
 * The time after which a proxy has noticed the closed listeners and no longer reuses idle
 * connections, ms.
 */
const IDLE_CONNECTION_MS = 500

/**
 * Shuts the server down: accepts no new connections, finishes the requests and jobs that have
 * begun, and after `graceMs` closes the connections that are still open.
 */
export async function shutDown(
  { server, listeners, jobs, releaseDatabase, idleMs = IDLE_CONNECTION_MS }: ShutdownParams,
  graceMs: number,
): Promise<void> {
  const begun = Promise.all([close(server, listeners, idleMs), ...jobs.map((work) => work.stop())])
  await Promise.race([begun, pause(graceMs)])
  server.closeAllConnections()
  await Promise.race([releaseDatabase(), pause(RELEASE_TIMEOUT_MS)])
}

/**
 * Closes all listeners without losing a request of a proxy: a proxy is not allowed to repeat a POST
 * whose connection was closed. So the backlogs are drained before the listeners close, requests in
 * progress are answered with `Connection: close`, and idle connections are closed last.
 */
async function close(server: Server, others: readonly Listener[], idleMs: number): Promise<void> {
  const doors = [...others, portListenerOf(server)]
  for (const door of doors) await door.drainBacklog()
  const closed = Promise.all(doors.map((door) => door.close()))
  server.prependListener('request', (_, outgoing) => {
    outgoing.shouldKeepAlive = false
  })
  const begun = performance.now()
  const tidy = setInterval(() => {
    if (performance.now() - begun > idleMs) server.closeIdleConnections()
  }, 20)
  await closed
  clearInterval(tidy)
}

/**
 * At the first SIGTERM or SIGINT, runs `stop` once and then exits; with status 1 if `stop` rejects.
 */
export function onStopSignal(stop: () => Promise<void>): void {
  let stopping = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      if (stopping) return
      stopping = true
      void stop().then(
        () => process.exit(0),
        () => process.exit(1),
      )
    })
}
