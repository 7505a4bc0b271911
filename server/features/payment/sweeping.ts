import type { Gateway } from '../../payments/gateway.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Work } from '../../platform/repeat.ts'
import { createSweeper } from './sweep.ts'

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
}): Work {
  const sweeper = createSweeper({ db, gateway, clock }, onError)
  const timer = setInterval(sweeper.begin, EVERY_MS)
  return {
    // Requests to the gateway that run are waited for; none is begun.
    stop: async () => {
      clearInterval(timer)
      await sweeper.rest({ isOver: true })
    },
  }
}
