import * as v from 'valibot'

/**
 * The key that any response in English may have: the English names of the Chinese names in it
 * (D-112). The names themselves stay Chinese, so that backends without the key and apps that do not
 * know it are compatible.
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
