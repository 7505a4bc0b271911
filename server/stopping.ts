import type { Server } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

/** What is ended, in this order. */
export interface Running {
  readonly server: Pick<Server, 'close' | 'closeIdleConnections' | 'closeAllConnections'>
  /** What goes on beside the requests; told at once that it is over. */
  readonly works: readonly { readonly stop: () => Promise<void> }[]
  /** Let go of the database. */
  readonly leave: () => Promise<void>
}

/** How long what has begun may take, and letting go of the database after it. */
const GRACE_MS = 10_000
const LEAVE_MS = 5000

/**
 * End: nobody new is let in from this moment on, what has begun is finished, and what takes too
 * long is cut off.
 */
export async function stopInOrder(
  { server, works, leave }: Running,
  graceMs = GRACE_MS,
): Promise<void> {
  const begun = Promise.all([close(server), ...works.map((work) => work.stop())])
  await Promise.race([begun, pause(graceMs)])
  server.closeAllConnections()
  await Promise.race([leave(), pause(LEAVE_MS)])
}

// A connection is let go as soon as nothing is asked on it.
function close(server: Running['server']): Promise<void> {
  return new Promise((resolve) => {
    const letGo = setInterval(() => server.closeIdleConnections(), 20)
    server.close(() => {
      clearInterval(letGo)
      resolve()
    })
  })
}

/** Do this once at the first signal to stop, and then be gone. */
export function onStop(stop: () => Promise<void>): void {
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
