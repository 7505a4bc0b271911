// Applications of the green channel, for those that review them or wait for them.
export {
  selectApplications,
  type GreenApplicationWithStudent,
  hasApprovedApplication,
  hasPendingApplication,
  toReviewApplication,
} from './store.ts'
