import type { contract } from '#contract/index'
import type { Handlers } from '../platform/handler.ts'
import { dormHandlers } from './dorm/routes.ts'
import { familyHandlers } from './family/routes.ts'
import { homeHandlers } from './home/routes.ts'
import { identityHandlers } from './identity/routes.ts'
import { livingHandlers } from './living/routes.ts'
import { onboardingHandlers } from './onboarding/routes.ts'
import { photoHandlers } from './photo/routes.ts'
import { profileHandlers } from './profile/routes.ts'
import { reportHandlers } from './report/routes.ts'
import { timetableHandlers } from './timetable/routes.ts'
import { travelHandlers } from './travel/routes.ts'
import { uniformHandlers } from './uniform/routes.ts'

type All = { readonly [Noun in keyof typeof contract]: Handlers<(typeof contract)[Noun]> }

/** The handler of every call of the contract; a call without one does not compile. */
export const handlers: All = {
  dorm: dormHandlers,
  family: familyHandlers,
  home: homeHandlers,
  identity: identityHandlers,
  living: livingHandlers,
  onboarding: onboardingHandlers,
  photo: photoHandlers,
  profile: profileHandlers,
  report: reportHandlers,
  timetable: timetableHandlers,
  travel: travelHandlers,
  uniform: uniformHandlers,
}
