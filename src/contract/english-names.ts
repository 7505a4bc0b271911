import * as v from 'valibot'

/**
 * The key with English names that any response in English can have: the English name of each
 * Chinese name in the response (D-112). The names in the response itself stay Chinese, so backends
 * without this key and apps that do not know it remain compatible.
 */
export const ENGLISH_NAMES_KEY = 'english'

/** English names by Chinese name. */
export type EnglishNames = Readonly<Record<string, string>>

const Named = v.object({ [ENGLISH_NAMES_KEY]: v.record(v.string(), v.string()) })

/** The English names in a response; undefined if there are none. */
export function readEnglishNames(body: unknown): EnglishNames | undefined {
  const found = v.safeParse(Named, body)
  return found.success ? found.output[ENGLISH_NAMES_KEY] : undefined
}
