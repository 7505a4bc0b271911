/**
 * The public API of the onboarding feature; other features import nothing else from this folder.
 */
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
