import type { PaymentGateway } from '../../payment-gateways/payment-gateway.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { BackgroundJob } from '../../platform/periodic-job.ts'
import { createOrderReconciler } from './order-reconciler.ts'

const EVERY_MS = 10_000

/** Look after doubtful orders as long as the server runs; several servers share the work. */
export function startOrderReconciler({
  db,
  gateway,
  clock,
  onError,
}: {
  db: Db
  gateway: PaymentGateway
  clock: Clock
  onError: (error: unknown) => void
}): BackgroundJob {
  const sweeper = createOrderReconciler({ db, gateway, clock }, onError)
  const timer = setInterval(sweeper.start, EVERY_MS)
  return {
    // Requests to the gateway that run are waited for; none is begun.
    stop: async () => {
      clearInterval(timer)
      await sweeper.waitUntilIdle({ isOver: true })
    },
  }
}
