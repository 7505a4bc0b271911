import type { Server } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { type Listener, portListenerOf } from './listeners.ts'
import type { BackgroundJob } from './platform/periodic-job.ts'

/** What is ended, in this order. */
export interface ShutdownParams {
  readonly server: Server
  /** Where else it lets people in. */
  readonly listeners: readonly Listener[]
  /** What goes on beside the requests; told at once that it is over. */
  readonly jobs: readonly BackgroundJob[]
  /** Let go of the database. */
  readonly releaseDatabase: () => Promise<void>
  /** After so many ms idle connections are let go. */
  readonly idleMs?: number
}

/** Letting go of the database may take this long, after all that has begun. */
const RELEASE_TIMEOUT_MS = 5000
/** A proxy that meets a closed door goes elsewhere, and leaves idle connections alone. */
const IDLE_CONNECTION_MS = 500

/**
 * End: nobody new is let in from this moment on, what has begun is finished, and what takes longer
 * than `graceMs` is cut off.
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
 * Nobody who comes through a proxy may notice: a POST that was sent to a process that then hangs up
 * is lost for its proxy, which may not send it again. So who stands at a door is let in before it
 * closes; who is inside is answered, and told that it was the last answer; and only then what is
 * idle is let go.
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

/** Do this once at the first signal to stop, and then be gone. */
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
