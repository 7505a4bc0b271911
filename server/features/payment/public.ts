// The books, the webhook, the reconciler, the reconciliation with the gateway, and the state of the newest
// order.
export { registerPaymentMetrics } from './metrics.ts'
export { allocatePayment, bookPaymentParts } from './allocate-payment.ts'
export { confirmBedOrReport } from './credit-payment.ts'
export { closeSurplusIncident, recordIncident } from './incidents.ts'
export {
  bookRefund,
  findRefundedAmount,
  lockCharges,
  type RefundedPayment,
  reportRetainedBed,
  RESERVING_STATES,
} from './refund-books.ts'
export { createPaymentWebhook } from './payment-webhook.ts'
export { findStudentCredits, findOrdersOfStudent, sumBooksByYear } from './orders.ts'
export { reconcileDay, saveReconciliation, formatReconciliation } from './reconcile-day.ts'
export { refreshNewestOrder, startOrderReconciler } from './order-reconciler.ts'
