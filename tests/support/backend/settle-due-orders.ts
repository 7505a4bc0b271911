import { createOrderReconciler } from '#server/features/payment/order-reconciler'

/** Settles every due order once. */
export async function settleDueOrders(
  context: Parameters<typeof createOrderReconciler>[0],
): Promise<void> {
  const failures: unknown[] = []
  const reconciler = createOrderReconciler(context, (cause) => void failures.push(cause))
  reconciler.start()
  await reconciler.waitUntilIdle()
  if (failures.length > 0) throw failures[0]
}
