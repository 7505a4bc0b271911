// The onboarding steps and their completion by students.
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
  findStepOfPage,
  reopenPayment,
  reopenPageStep,
  reopenStep,
} from './store.ts'
export { saveFormStep, withdrawFormStep } from './form-steps.ts'
