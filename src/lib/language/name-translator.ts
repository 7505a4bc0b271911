import { ENGLISH_NAMES_KEY, readEnglishNames, type EnglishNames } from '#contract/english-names'
import type { Language } from '#i18n/translate'
import { safeLocalStorage } from '../platform/safe-storage.ts'
import { createExternalStore, useExternalStore } from '../platform/store.ts'
import { registerPersonalStore } from '../session/personal-data.ts'
import { useLanguage } from './language.ts'

const KEPT_AS = 'english'
/**
 * The largest number of stored names. The screens of one person contain fewer. If somebody browses
 * long lists, only the newest names are kept.
 */
const MOST = 3_000
let known: EnglishNames = kept()
const same = (text: string): string => text
const store = createExternalStore<(text: string) => string>(translatorOfKnownNames())

/**
 * Adds English translations of the campus's Chinese names and stores them on this phone for offline
 * use.
 */
export function addEnglishNames(names: EnglishNames): void {
  if (Object.entries(names).every(([chinese, english]) => known[chinese] === english)) return
  const all = { ...known, ...names }
  known = Object.keys(all).length > MOST ? names : all
  store.set(translatorOfKnownNames())
  try {
    safeLocalStorage.setItem(KEPT_AS, JSON.stringify({ [ENGLISH_NAMES_KEY]: known }))
  } catch {
    // Without storage the translations are taken from later responses again.
  }
}

/** All translations received so far. */
export const getEnglishNames = (): EnglishNames => known

// The names of courses and rooms are personal data (D-105).
registerPersonalStore({
  clear: () => {
    known = {}
    store.set(translatorOfKnownNames())
    safeLocalStorage.removeItem(KEPT_AS)
  },
})

/**
 * A function that translates a name of the campus into a language; it returns the name unchanged if
 * there is no translation.
 */
export const createNameTranslator = (language: Language): ((text: string) => string) =>
  language === 'en' ? store.get() : same

/**
 * Like `createNameTranslator`, in the language of the app; the component re-renders when
 * translations are added.
 */
export function useNameTranslator(): (text: string) => string {
  const named = useExternalStore(store)
  return useLanguage() === 'en' ? named : same
}

function translatorOfKnownNames() {
  const names = new Map(Object.entries(known))
  return (text: string) => names.get(text) ?? text
}

function kept(): EnglishNames {
  try {
    return readEnglishNames(JSON.parse(safeLocalStorage.getItem(KEPT_AS) ?? '{}')) ?? {}
  } catch {
    return {}
  }
}
