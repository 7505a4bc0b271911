import type { AnyForm } from './queued-form.ts'
import * as all from './queued-forms.ts'

/**
 * The forms of the outbox by name: all that the outbox and the worker need of the contract.
 * A capability without a queued form is not imported here, so that neither has to carry it.
 */
export const queuedForms: Readonly<Record<string, AnyForm>> = all
