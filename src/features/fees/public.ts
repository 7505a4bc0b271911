/** The public API of the fees feature; other features import nothing else from this folder. */
export { hasUnresolvedPayment } from './confirmation/unresolved-payment.ts'
export { useRecoveredPayment } from './confirmation/recovered-payment.ts'
export { LazyBedReservationCard } from './reservation/LazyBedReservationCard.ts'
export { toResultState } from './result/result-order.ts'
export {
  feeOverviewQuery,
  prefetchFeeOverview,
  useDeferrableTotal,
} from './overview/fee-overview.ts'
