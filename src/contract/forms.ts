import type { AnyForm } from './queued-form.ts'
import * as all from './queued-forms.ts'

/**
 * The queued forms by name. The outbox and the worker need nothing else of the contract, so this
 * file imports no capability without a queued form, which they would have to load.
 */
export const queuedForms: Readonly<Record<string, AnyForm>> = all
