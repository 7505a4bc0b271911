import { scanForm } from './checkin.ts'
import { familyForm } from './family.ts'
import type { AnyForm } from './form.ts'
import { livingForm } from './living.ts'
import { stepForm } from './onboarding.ts'
import { travelForm } from './travel.ts'
import { uniformForm } from './uniform.ts'

/**
 * The forms of the outbox by name: all that the outbox and the worker need of the contract.
 * A capability without a queued form is not imported here, so that neither has to carry it.
 */
export const forms: Readonly<Record<string, AnyForm>> = {
  family: familyForm,
  living: livingForm,
  scan: scanForm,
  step: stepForm,
  travel: travelForm,
  uniform: uniformForm,
}
