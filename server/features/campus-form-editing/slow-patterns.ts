import { setImmediate as nextTurn } from 'node:timers/promises'
import { type CampusFormDefinition, expressionsOf, itemsOf } from '#contract/campus-form-definition'
import type { SlowPattern } from '#contract/campus-form-editing'
import { parseExpression, patternsIn } from '#contract/campus-form-expression'

/** The longest time for the check of one pattern, ms. A pattern that takes longer counts as slow. */
const CHECK_MS = 2_000
/** The largest number of results that are remembered. */
const MOST_RESULTS = 1_000

const results = new Map<string, Promise<boolean>>()

/**
 * Finds the regular expressions of a form whose time can grow faster than the length of the answer.
 * They would let one answer stop the phone, and the backend for everybody.
 */
export async function findSlowPatterns(definition: CampusFormDefinition): Promise<SlowPattern[]> {
  const slow: SlowPattern[] = []
  for (const { item } of itemsOf(definition.items)) {
    await nextTurn()
    for (const { part, source } of expressionsOf(item)) {
      const parsed = parseExpression(source, { isFilter: part === 'filter' })
      if (parsed.type === 'invalid') continue
      for (const pattern of patternsIn(parsed.expression))
        if (await isSlow(pattern)) slow.push({ item: item.name, pattern })
    }
  }
  return slow
}

function isSlow(pattern: string): Promise<boolean> {
  const known = results.get(pattern)
  if (known !== undefined) return known
  if (results.size >= MOST_RESULTS) results.clear()
  const result = checkPattern(pattern)
  results.set(pattern, result)
  return result
}

async function checkPattern(pattern: string): Promise<boolean> {
  // The check runs in a thread of the package: its programs for single platforms would be processes
  // of their own.
  process.env['RECHECK_BACKEND'] = 'worker'
  const { check } = await import('recheck')
  // As `regex()` applies the pattern: to the whole text.
  const source = `^(?:${pattern})$`
  const { status } = await check(source, isUnicodePattern(source) ? 'u' : '', { timeout: CHECK_MS })
  return status !== 'safe'
}

function isUnicodePattern(source: string): boolean {
  try {
    return new RegExp(source, 'u') instanceof RegExp
  } catch {
    return false
  }
}
