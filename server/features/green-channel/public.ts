// Applications for the green channel, for the review and for payment.
export {
  selectApplications,
  type GreenApplicationWithStudent,
  hasApprovedApplication,
  hasPendingApplication,
  toReviewApplication,
} from './store.ts'
