/**
 * The public API of the onboarding feature; other features import nothing else from this folder.
 */
export {
  addressOfNextStep,
  findBlockingStep,
  needsRoom,
  type NumberedStep,
  addressOfStep,
  stepsQuery,
  useOnboardingSteps,
} from './steps.ts'
export { loadSavedSteps } from './saved-steps.ts'
export { useIsAwaitingRoom, useNextStepAddress } from './awaiting-room.ts'
export { useOnboardingStep } from './useOnboardingStep.ts'
export { stepCompletionOutboxView } from './outbox-view.ts'
