// Orders after they were made: notices, the sweep, the books, and how the newest one stands.
export { registerPaymentMetrics } from './metrics.ts'
export { createPaymentWebhook } from './notify.ts'
export { findStudentCredits, isOfDay, ordersOf } from './orders.ts'
export { reconcileDay, saveReconciliation, formatReconciliation } from './reconcile-day.ts'
export { refreshNewestOrder } from './sweep.ts'
export { startOrderReconciler } from './sweeping.ts'
