import { sweep } from '../features/payment/settle.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database.ts'
import type { Gateway } from './gateway.ts'

const EVERY_MS = 10_000

/** Look after doubtful orders as long as the server runs; several servers share the work. */
export function startSweeping({
  db,
  gateway,
  clock,
  onError,
}: {
  db: Db
  gateway: Gateway
  clock: Clock
  onError: (error: unknown) => void
}): { readonly stop: () => Promise<void> } {
  let running: Promise<unknown> | undefined
  const timer = setInterval(() => {
    // A slow gateway must not be asked by two rounds at once.
    running ??= sweep({ db, gateway, now: clock.now() })
      .catch(onError)
      .finally(() => (running = undefined))
  }, EVERY_MS)
  return {
    stop: async () => {
      clearInterval(timer)
      await running
    },
  }
}
