/** The keys under which reads bring ID numbers. */
const ID_NUMBERS: ReadonlySet<string> = new Set(['idCard', 'idNumber'])

/** The same value with every ID number blank, at any depth: they are never kept on the phone (D-105). */
export function withoutIdNumbers<T>(value: T): T
export function withoutIdNumbers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => withoutIdNumbers<unknown>(one))
  // Dates and the like have nothing in them that could be one.
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      ID_NUMBERS.has(key) && typeof inner === 'string' ? '' : withoutIdNumbers<unknown>(inner),
    ]),
  )
}
