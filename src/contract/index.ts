import type { AnyCall, FileCall } from './call.ts'
import { dorm } from './dorm.ts'
import { family, familyForm } from './family.ts'
import type { AnyForm } from './form.ts'
import { home } from './home.ts'
import { identity } from './identity.ts'
import { living, livingForm } from './living.ts'
import { onboarding, stepForm } from './onboarding.ts'
import { photo } from './photo.ts'
import { profile } from './profile.ts'
import { report } from './report.ts'
import { timetable } from './timetable.ts'
import { travel, travelForm } from './travel.ts'
import { uniform, uniformForm } from './uniform.ts'

/** Every call of the product by capability: the app calls it, the server mounts it, the worker keeps off it, the tests walk it. */
export const contract = { dorm, family, home, identity, living, onboarding, photo, profile, report, timetable, travel, uniform }

const all = Object.values(contract).flatMap((capability) => Object.values<AnyCall | FileCall>(capability))

/** All calls in a row. */
export const calls: readonly AnyCall[] = all.filter((call) => call.kind !== 'file')

/** All addresses of bytes in a row. */
export const files: readonly FileCall[] = all.filter((call) => call.kind === 'file')

/** The forms of the outbox by name. */
export const forms: Readonly<Record<string, AnyForm>> = {
  family: familyForm,
  living: livingForm,
  step: stepForm,
  travel: travelForm,
  uniform: uniformForm,
}
