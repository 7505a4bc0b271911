import { type CompiledForm, compileForm } from '#contract/campus-form-answers'
import {
  type CampusFormDefinition,
  expressionOf,
  expressionsOf,
  itemsOf,
} from '#contract/campus-form-definition'
import type { Expression } from '#contract/campus-form-expression'
import { runInTurns } from '../../platform/in-turns.ts'

/** `compileForm` in turns of the event loop: parsing hundreds of long expressions takes time. */
export async function compileFormInTurns(definition: CampusFormDefinition): Promise<CompiledForm> {
  const parsed = await runInTurns(parseExpressions(definition))
  return compileForm(
    definition,
    (source, isFilter) => parsed.get(keyOf(source, isFilter)) ?? expressionOf(source, isFilter),
  )
}

const keyOf = (source: string, isFilter = false) => `${isFilter}${source}`

function* parseExpressions({
  items,
}: CampusFormDefinition): Generator<undefined, ReadonlyMap<string, Expression>> {
  const parsed = new Map<string, Expression>()
  for (const { item } of itemsOf(items))
    for (const { part, source } of expressionsOf(item)) {
      const isFilter = part === 'filter'
      parsed.set(keyOf(source, isFilter), expressionOf(source, isFilter))
      yield
    }
  return parsed
}
