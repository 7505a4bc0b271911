// The steps of the onboarding flow and which of them a student has done.
export { fillSteps } from './defaults.ts'
export {
  findStep,
  findSteps,
  isNewIn,
  isPaymentDone,
  markDone,
  markDoneByPage,
  markPageDone,
  markPaymentDone,
  stepOfPage,
  unmark,
} from './store.ts'
