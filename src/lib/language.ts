import { isLanguage, type Language, negotiateLanguage, selectTexts } from '#i18n/translate'
import { chosenLanguage, KEPT_AS, keepLanguage } from './chosen-language.ts'
import { onServer } from './served.ts'
import { createStore, handDown } from './store.ts'

const store = createStore<Language>(
  chosenLanguage() ?? negotiateLanguage(onServer ? [] : navigator.languages),
)

/** The language of the app: the phone's until somebody chooses another here (D-112). */
export const currentLanguage = (): Language => store.get()

/** Switch the language; it stays on this phone. */
export function setLanguage(language: Language): void {
  keepLanguage(language)
  speakIn(language)
}

/** Follow a switch in another tab of this phone. */
export const followLanguage = (): void =>
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === KEPT_AS && isLanguage(newValue)) speakIn(newValue)
  })

function speakIn(language: Language) {
  document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en'
  store.set(language)
}

/** Speak another language for as long as this page lives; for who keeps and shows nothing. */
export const speakFor = store.set

/** Hear when another language was chosen. */
export const watchLanguage = store.watch

const handed = handDown(store)

/** The language of the app; the component follows its change. */
export const useLanguage: () => Language = handed.use
/** Hands the language down to all in it. */
export const LanguageTop = handed.Top

/** A catalogue file in the language of the app. */
export const useTexts = <Words extends Parameters<typeof selectTexts>[0]>(
  texts: Words,
): ReturnType<typeof selectTexts<Words>> => selectTexts(texts, useLanguage())
