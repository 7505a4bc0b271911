import { type CompiledForm, compileFormInSteps } from '#contract/campus-form-answers'
import type { CampusFormDefinition } from '#contract/campus-form-definition'
import { runInTurns } from '../../platform/in-turns.ts'

/** `compileForm` in turns of the event loop. */
export const compileFormInTurns = (definition: CampusFormDefinition): Promise<CompiledForm> =>
  runInTurns(compileFormInSteps(definition))
