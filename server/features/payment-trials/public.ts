// A payment of one fen that tries the payment service, and its way back. It is in no student's books.
export { startTrial, advanceTrial } from './advance.ts'
export { startTrialJob } from './trial-job.ts'
export {
  findTrial,
  findTrials,
  recordTrialPayment,
  recordTrialRefund,
  splitTrials,
} from './store.ts'
