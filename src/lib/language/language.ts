import { isLanguage, type Language, negotiateLanguage, selectTexts } from '#i18n/translate'
import { isServerRendering } from '../platform/server-rendering.ts'
import { createExternalStore, createStoreProvider } from '../platform/store.ts'
import {
  readLanguagePreference,
  LANGUAGE_STORAGE_KEY,
  saveLanguagePreference,
} from './language-preference.ts'

const store = createExternalStore<Language>(
  readLanguagePreference() ?? negotiateLanguage(isServerRendering ? [] : navigator.languages),
)

/** The language of the app: the phone's language, until the user chooses another (D-112). */
export const currentLanguage = (): Language => store.get()

/** Switches the language and stores the choice on this phone. */
export function setLanguage(language: Language): void {
  saveLanguagePreference(language)
  applyLanguage(language)
}

/** Applies a language switch made in another tab. */
export const syncLanguageAcrossTabs = (): void =>
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === LANGUAGE_STORAGE_KEY && isLanguage(newValue)) applyLanguage(newValue)
  })

function applyLanguage(language: Language) {
  document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en'
  store.set(language)
}

/** Sets the language for the lifetime of this page without storing it or changing the document. */
export const overrideLanguage = store.set

/** Calls a listener when the language changes. */
export const subscribeToLanguage = store.subscribe

const languageContext = createStoreProvider(store)

/** Subscribes a component to the language of the app. */
export const useLanguage: () => Language = languageContext.useValue
/** Provides the language to its subtree. */
export const LanguageProvider = languageContext.Provider

/** Selects the texts of a catalogue in the language of the app. */
export const useTexts = <Words extends Parameters<typeof selectTexts>[0]>(
  texts: Words,
): ReturnType<typeof selectTexts<Words>> => selectTexts(texts, useLanguage())
