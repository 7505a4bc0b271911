/** The languages of the app; the Chinese wording is the requirements' own (D-112). */
export type Language = 'zh' | 'en'

/** One text in every language. */
export type Text = Readonly<Record<Language, string>>

/** A text with values in it, one function a language. */
export type TextTemplate<Values extends readonly unknown[]> = Readonly<
  Record<Language, (...values: Values) => string>
>

/** Is this the name of a language of the app? */
export const isLanguage = (name: unknown): name is Language => name === 'zh' || name === 'en'

/**
 * The language that a phone asks for: the first of its own that the app speaks. A phone that speaks
 * neither belongs to somebody from elsewhere, unless its region is where Chinese is read; one that
 * says nothing gets Chinese (D-112).
 */
export function negotiateLanguage(languages: readonly string[]): Language {
  const spoken = languages.map((tag) =>
    /^zh\b|^yue\b|[-_](CN|TW|HK|MO)\b/i.test(tag) ? 'zh' : /^en\b/i.test(tag) ? 'en' : undefined,
  )
  return spoken.find((language) => language !== undefined) ?? (languages.length > 0 ? 'en' : 'zh')
}

/**
 * A text as a schema message: spoken in the language that the parse was asked for (`{ lang: 'en'
 * }`), in Chinese when it was asked for none.
 */
export const validationMessage =
  (text: Text) =>
  (issue: { readonly lang?: string | undefined }): string =>
    text[isLanguage(issue.lang) ? issue.lang : 'zh']

type Spoken<Words> = {
  readonly [Key in keyof Words]: Words[Key] extends Readonly<Record<Language, infer Said>>
    ? Said
    : never
}

/** All texts of one catalogue file in one language: `speak(travelTexts, 'en').title`. */
export function selectTexts<Words extends Record<string, Readonly<Record<Language, unknown>>>>(
  words: Words,
  language: Language,
): Spoken<Words> {
  const known = spoken.get(words)?.[language]
  const said =
    known ?? Object.fromEntries(Object.entries(words).map(([key, text]) => [key, text[language]]))
  if (known === undefined) spoken.set(words, { ...spoken.get(words), [language]: said })
  return said as Spoken<Words>
}

// A catalogue never changes, so each is resolved once a language; screens then get a stable object.
const spoken = new WeakMap<object, Partial<Record<Language, unknown>>>()
