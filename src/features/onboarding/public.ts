/** What other parts of the app may use of onboarding; nothing else of this folder is theirs. */
export {
  nextStepAddress,
  blockingStep,
  needsRoom,
  type NumberedStep,
  stepAddress,
  stepsQuery,
  useOnboardingSteps,
} from './steps.ts'
export { loadSavedSteps } from './saved-steps.ts'
export { useIsAwaitingRoom, useNextStepAddress } from './awaiting-room.ts'
export { useStep } from './useStep.ts'
export { stepOutboxView } from './outbox-view.ts'
