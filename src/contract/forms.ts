import type { AnyForm } from './queued-form.ts'
import * as all from './queued-forms.ts'

/**
 * The queued forms by name: all of the contract that the outbox and the worker need. Capabilities
 * without a queued form are not imported, so that neither has to load them.
 */
export const queuedForms: Readonly<Record<string, AnyForm>> = all
