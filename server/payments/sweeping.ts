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
  let isOver = false
  const timer = setInterval(() => {
    // A slow gateway must not be asked by two rounds at once.
    running ??= sweep({ db, gateway, now: clock.now() }, { isOver: () => isOver })
      .catch(onError)
      .finally(() => (running = undefined))
  }, EVERY_MS)
  return {
    // What is being asked is waited for, nothing more is begun.
    stop: async () => {
      isOver = true
      clearInterval(timer)
      await running
    },
  }
}
