import { isLanguage, type Language, negotiateLanguage, selectTexts } from '#i18n/translate'
import { isServerRendering } from '../platform/server-rendering.ts'
import { createStore, createStoreProvider } from '../platform/store.ts'
import {
  readLanguagePreference,
  LANGUAGE_STORAGE_KEY,
  saveLanguagePreference,
} from './language-preference.ts'

const store = createStore<Language>(
  readLanguagePreference() ?? negotiateLanguage(isServerRendering ? [] : navigator.languages),
)

/** The language of the app: the phone's until somebody chooses another here (D-112). */
export const currentLanguage = (): Language => store.get()

/** Switch the language; it stays on this phone. */
export function setLanguage(language: Language): void {
  saveLanguagePreference(language)
  applyLanguage(language)
}

/** Follow a switch in another tab of this phone. */
export const syncLanguageAcrossTabs = (): void =>
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === LANGUAGE_STORAGE_KEY && isLanguage(newValue)) applyLanguage(newValue)
  })

function applyLanguage(language: Language) {
  document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en'
  store.set(language)
}

/** Speak another language for as long as this page lives; for who keeps and shows nothing. */
export const overrideLanguage = store.set

/** Hear when another language was chosen. */
export const subscribeToLanguage = store.subscribe

const handed = createStoreProvider(store)

/** The language of the app; the component follows its change. */
export const useLanguage: () => Language = handed.useValue
/** Hands the language down to all in it. */
export const LanguageProvider = handed.Provider

/** A catalogue file in the language of the app. */
export const useTexts = <Words extends Parameters<typeof selectTexts>[0]>(
  texts: Words,
): ReturnType<typeof selectTexts<Words>> => selectTexts(texts, useLanguage())
