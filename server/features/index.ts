import type { contract } from '#contract/index'
import type { Handlers } from '../platform/handler.ts'
import { dormHandlers } from './dorm/routes.ts'
import { homeHandlers } from './home/routes.ts'
import { identityHandlers } from './identity/routes.ts'
import { onboardingHandlers } from './onboarding/routes.ts'
import { timetableHandlers } from './timetable/routes.ts'
import { travelHandlers } from './travel/routes.ts'

type All = { readonly [Noun in keyof typeof contract]: Handlers<(typeof contract)[Noun]> }

/** The handler of every call of the contract; a call without one does not compile. */
export const handlers: All = {
  dorm: dormHandlers,
  home: homeHandlers,
  identity: identityHandlers,
  onboarding: onboardingHandlers,
  timetable: timetableHandlers,
  travel: travelHandlers,
}
