import { isStorableText } from '#contract/normalize'

/**
 * Finds the top-level keys of a body whose values PostgreSQL cannot store; '' if the body is itself
 * a text. Names of nested keys are checked like values, because records are stored as JSON.
 */
export function findUnstorableKeys(value: unknown): string[] {
  if (!isObject(value)) return isStorable(value) ? [] : ['']
  return Object.entries(value)
    .filter(([key, member]) => !isStorableText(key) || !isStorable(member))
    .map(([key]) => key)
}

/** Whether PostgreSQL can store this value and all nested values. */
export function isStorable(value: unknown): boolean {
  // The function does not recurse, because a body can be nested deeper than the call stack allows.
  const found = [value]
  for (const one of found) {
    if (typeof one === 'string' && !isStorableText(one)) return false
    if (isObject(one)) for (const [key, member] of Object.entries(one)) found.push(key, member)
  }
  return true
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
