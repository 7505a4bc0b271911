import * as v from 'valibot'

/**
 * The key of any answer to who reads English: what the names in it are called there, by the Chinese
 * name (D-112). The names themselves stay as they are, so a backend without it is understood, and
 * so is a phone that does not know it.
 */
export const ENGLISH_NAMES_KEY = 'english'

/** English names by the Chinese ones. */
export type EnglishNames = Readonly<Record<string, string>>

const Named = v.object({ [ENGLISH_NAMES_KEY]: v.record(v.string(), v.string()) })

/** The English names that an answer brings along; undefined for none. */
export function readEnglishNames(body: unknown): EnglishNames | undefined {
  const found = v.safeParse(Named, body)
  return found.success ? found.output[ENGLISH_NAMES_KEY] : undefined
}
