// Applications for the green channel, for the review and for payment.
export { isQuotaFull } from './places.ts'
export {
  lockPlaces,
  selectApplications,
  type GreenApplicationWithStudent,
  hasApprovedApplication,
  hasPendingApplication,
  toReviewApplication,
} from './store.ts'
