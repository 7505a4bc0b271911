/** What other parts of the app may use of fees; nothing else of this folder is theirs. */
export { hasUnresolvedPayment } from './begun.ts'
export { useRecoveredPayment } from './found.ts'
export { LazyBedReservationCard } from './HoldNotice.ts'
export { toResultState } from './result-order.ts'
export { feeOverviewQuery, prefetchFeeOverview, useDeferrableAmount } from './overview.ts'
