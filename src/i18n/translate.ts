/** The languages of the app; the Chinese wording is the requirements' own (D-112). */
export type Language = 'zh' | 'en'

/** One text in every language. */
export type LocalizedText = Readonly<Record<Language, string>>

/** A text with parameters: one function per language. */
export type TextTemplate<Values extends readonly unknown[]> = Readonly<
  Record<Language, (...values: Values) => string>
>

/** Fills values into a text in both languages. */
export const fillTemplateText = <Values extends readonly unknown[]>(
  text: TextTemplate<Values>,
  ...values: Values
): LocalizedText => ({ zh: text.zh(...values), en: text.en(...values) })

/** Whether this is the code of a language of the app. */
export const isLanguage = (name: unknown): name is Language => name === 'zh' || name === 'en'

/**
 * Chooses the app's language from a phone's languages: the first one that is Chinese or English. A
 * language of a region where people read Chinese (CN, TW, HK, MO) counts as Chinese. If the phone
 * states only other languages, the app's language is English; if it states none, Chinese (D-112).
 */
export function negotiateLanguage(languages: readonly string[]): Language {
  const spoken = languages.map((tag) =>
    /^zh\b|^yue\b|[-_](CN|TW|HK|MO)\b/i.test(tag) ? 'zh' : /^en\b/i.test(tag) ? 'en' : undefined,
  )
  return spoken.find((language) => language !== undefined) ?? (languages.length > 0 ? 'en' : 'zh')
}

/**
 * Returns a text as a schema message, in the language of the parse (`{ lang: 'en' }`), Chinese by
 * default.
 */
export const validationMessage =
  (text: LocalizedText) =>
  (issue: { readonly lang?: string | undefined }): string =>
    text[isLanguage(issue.lang) ? issue.lang : 'zh']

type Spoken<Words> = {
  readonly [Key in keyof Words]: Words[Key] extends Readonly<Record<Language, infer Said>>
    ? Said
    : never
}

/** Returns all texts of one file in one language: `selectTexts(travelTexts, 'en').title`. */
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

// Texts never change, so each file is resolved once per language; screens then get a stable object.
const spoken = new WeakMap<object, Partial<Record<Language, unknown>>>()
