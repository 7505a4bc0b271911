// The steps of the onboarding flow and which of them a student has done.
export { insertDefaultSteps } from './defaults.ts'
export {
  findStep,
  findSteps,
  isNewStudentAt,
  isPaymentDone,
  markStepDone,
  markFormStepDone,
  markPageStepDone,
  markPaymentDone,
  stepOfPage,
  reopenStep,
} from './store.ts'
