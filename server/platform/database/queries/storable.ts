import { isStorableText } from '#contract/normalize'

/**
 * The keys at the top of a body below which something cannot be stored as it was sent; a text by
 * itself has none and is named ''. Names of keys count like values: a record that is kept as JSON
 * keeps them too.
 */
export function findUnstorableKeys(value: unknown): string[] {
  if (!isObject(value)) return isStorable(value) ? [] : ['']
  return Object.entries(value)
    .filter(([key, member]) => !isStorableText(key) || !isStorable(member))
    .map(([key]) => key)
}

/** Can PostgreSQL keep this, with everything in it? */
export function isStorable(value: unknown): boolean {
  // Without recursion: a body may nest deeper than the stack.
  const found = [value]
  for (const one of found) {
    if (typeof one === 'string' && !isStorableText(one)) return false
    if (isObject(one)) for (const [key, member] of Object.entries(one)) found.push(key, member)
  }
  return true
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
