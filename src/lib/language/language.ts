import { useDeferredValue, useLayoutEffect } from 'react'
import { isLanguage, type Language, selectTexts } from '#i18n/translate'
import { createExternalStore, createStoreProvider, useExternalStore } from '../platform/store.ts'
import {
  LANGUAGE_STORAGE_KEY,
  preferredLanguage,
  saveLanguagePreference,
} from './language-preference.ts'

const store = createExternalStore<Language>(preferredLanguage())

/** The language of the app: the phone's language, until the user chooses another (D-112). */
export const currentLanguage = (): Language => store.get()

/** Switches the language and stores the choice on this phone. */
export function setLanguage(language: Language): void {
  saveLanguagePreference(language)
  store.set(language)
}

/** Applies a language switch made in another tab. */
export const syncLanguageAcrossTabs = (): void =>
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === LANGUAGE_STORAGE_KEY && isLanguage(newValue)) store.set(newValue)
  })

/** Sets the language for the lifetime of this page without storing it. */
export const overrideLanguage = store.set

/** Calls a listener when the language changes. */
export const subscribeToLanguage = store.subscribe

const languageContext = createStoreProvider(store, useRenderedLanguage)

// A change of the language renders every text again, which takes a slow phone several frames. As a
// deferred value it is rendered after the frame that answers the tap, and a next tap interrupts it.
// The document changes together with the texts, so that the page is laid out once.
function useRenderedLanguage(of: typeof store): Language {
  const language = useDeferredValue(useExternalStore(of))
  useLayoutEffect(() => {
    document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en'
  }, [language])
  return language
}

/**
 * The language as it was chosen, before the texts are rendered in it: for the controls that choose
 * it, which answer at once.
 */
export const useChosenLanguage = (): Language => useExternalStore(store)
/** Subscribes a component to the language of the app. */
export const useLanguage: () => Language = languageContext.useValue
/** Provides the language to its subtree. */
export const LanguageProvider = languageContext.Provider
/** Shows a part of the page in another language, such as a preview. */
export const LanguageContext = languageContext.Context

/** Selects the texts of a catalogue in the language of the app. */
export const useTexts = <Words extends Parameters<typeof selectTexts>[0]>(
  texts: Words,
): ReturnType<typeof selectTexts<Words>> => selectTexts(texts, useLanguage())
