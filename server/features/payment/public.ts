// Orders after they were made: notices, the sweep, the books, and how the newest one stands.
export { registerPaymentMetrics } from './metrics.ts'
export { createPaymentWebhook } from './payment-webhook.ts'
export { findStudentCredits, isOfDay, ordersOf } from './orders.ts'
export { reconcileDay, saveReconciliation, formatReconciliation } from './reconcile-day.ts'
export { refreshNewestOrder } from './order-reconciler.ts'
export { startOrderReconciler } from './start-order-reconciler.ts'
