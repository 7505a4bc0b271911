// The steps of the onboarding flow and which of them a student has done.
export { insertDefaultSteps } from './default-steps.ts'
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
