/** What other parts of the app may use of onboarding; nothing else of this folder is theirs. */
export {
  nextStepAddress,
  blockingStep,
  needsRoom,
  type NumberedStep,
  stepAddress,
  stepsQuery,
  useOnboardingSteps,
} from './flow.ts'
export { loadSavedSteps } from './remembered.ts'
export { useIsAwaitingRoom, useNextStepAddress } from './roomless.ts'
export { useStep } from './useStep.ts'
export { stepOutboxView } from './outbox-view.ts'
