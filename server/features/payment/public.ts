// Orders after they were placed: webhook, reconciler, reconciliation, and the newest order's state.
export { registerPaymentMetrics } from './metrics.ts'
export { createPaymentWebhook } from './payment-webhook.ts'
export { findStudentCredits, isTimestampOnChinaDay, findOrdersOfStudent } from './orders.ts'
export { reconcileDay, saveReconciliation, formatReconciliation } from './reconcile-day.ts'
export { refreshNewestOrder, startOrderReconciler } from './order-reconciler.ts'
