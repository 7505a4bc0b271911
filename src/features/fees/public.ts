/** What other parts of the app may use of fees; nothing else of this folder is theirs. */
export { hasUnresolvedPayment } from './confirmation/unresolved-payment.ts'
export { useRecoveredPayment } from './confirmation/recovered-payment.ts'
export { LazyBedReservationCard } from './reservation/LazyBedReservationCard.ts'
export { toResultState } from './result/result-order.ts'
export {
  feeOverviewQuery,
  prefetchFeeOverview,
  useDeferrableAmount,
} from './overview/fee-overview.ts'
