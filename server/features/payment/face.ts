// Orders after they were made: notices, the sweep, the books, and how the newest one stands.
export { watchPayments } from './metrics.ts'
export { notifyAddress } from './notify.ts'
export { creditsFor, isOfDay, ordersOf } from './orders.ts'
export { reconcileDay, saveReconciliation, spellReconciliation } from './reconcile-day.ts'
export { lookedAfter } from './sweep.ts'
export { startSweeping } from './sweeping.ts'
