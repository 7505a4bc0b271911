/** Replaces the value at one place of a JSON value, and returns the whole. */
export type ReplacePlace = (said: unknown) => unknown

/**
 * Every place of a JSON value at which another value can stand: in records, in lists, in JSON text
 * within them, at the end of a list, and under a key that a record does not have.
 */
export function findJsonPlaces(value: unknown): ReplacePlace[] {
  if (Array.isArray(value)) {
    const list: readonly unknown[] = value
    const at = (index: number) => (said: unknown) => list.with(index, said)
    return [...list.flatMap((one, index) => below(one, at(index))), (said) => [...list, said]]
  }
  if (isRecord(value)) {
    const at = (key: string) => (said: unknown) =>
      Object.fromEntries([...Object.entries(value), [key, said]])
    return [
      ...Object.entries(value).flatMap(([key, one]) => below(one, at(key))),
      ...['stuCode', '__proto__'].map(at),
    ]
  }
  const inText = jsonIn(value)
  return inText === undefined
    ? []
    : findJsonPlaces(inText).map((put) => (said) => JSON.stringify(put(said)))
}

const below = (one: unknown, put: ReplacePlace): ReplacePlace[] => [
  put,
  ...findJsonPlaces(one).map(
    (inner): ReplacePlace =>
      (said) =>
        put(inner(said)),
  ),
]

/** The same value, with other values under the given keys, wherever they occur. */
export function replaceByKey(
  value: unknown,
  wordsOf: (key: string) => string | undefined,
): unknown {
  if (Array.isArray(value)) return value.map((one) => replaceByKey(one, wordsOf))
  if (isRecord(value))
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => {
        const isPlain = one === null || typeof one !== 'object'
        return [key, (isPlain ? wordsOf(key) : undefined) ?? replaceByKey(one, wordsOf)]
      }),
    )
  const inText = jsonIn(value)
  return inText === undefined ? value : JSON.stringify(replaceByKey(inText, wordsOf))
}

/** Every key of a value, wherever it occurs. */
export function collectJsonKeys(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(collectJsonKeys)
  if (isRecord(value))
    return Object.entries(value).flatMap(([key, one]) => [key, ...collectJsonKeys(one)])
  const inText = jsonIn(value)
  return inText === undefined ? [] : collectJsonKeys(inText)
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** The record or list that a JSON text contains. */
function jsonIn(value: unknown): unknown {
  if (typeof value !== 'string' || !/^[[{]/.test(value)) return undefined
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}
