// Applications of the green channel, for those that review them or wait for them.
export { applications, type Found, hasAccepted, hasPending, spelledForReview } from './store.ts'
