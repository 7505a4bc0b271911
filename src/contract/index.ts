import type { AnyCall } from './call.ts'
import { dorm } from './dorm.ts'
import type { AnyForm } from './form.ts'
import { home } from './home.ts'
import { identity } from './identity.ts'
import { onboarding } from './onboarding.ts'
import { timetable } from './timetable.ts'
import { travel, travelForm } from './travel.ts'

/** Every call of the product by capability: the app calls it, the server mounts it, the worker keeps off it, the tests walk it. */
export const contract = { dorm, home, identity, onboarding, timetable, travel }

/** All calls in a row. */
export const calls: readonly AnyCall[] = Object.values(contract).flatMap((capability) => Object.values<AnyCall>(capability))

/** The forms of the outbox by name. */
export const forms: Readonly<Record<string, AnyForm>> = { travel: travelForm }
