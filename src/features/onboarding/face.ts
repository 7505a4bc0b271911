/** What other parts of the app may use of onboarding; nothing else of this folder is theirs. */
export {
  addressAfter,
  blockingStep,
  needsRoom,
  type PlacedStep,
  stepAddress,
  stepsQuery,
  useFlow,
} from './flow.ts'
export { rememberedFlow } from './remembered.ts'
export { useRoomless, useWayOn } from './roomless.ts'
export { useStep } from './useStep.ts'
export { stepView } from './outbox-view.ts'
